set local lock_timeout = '2s';

-- New objects get no privileges from the defaults of a hosted project. Earlier migrations revoked those of the schema public by name.
ALTER DEFAULT PRIVILEGES REVOKE ALL ON SCHEMAS FROM PUBLIC, anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM PUBLIC, anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES REVOKE ALL ON SEQUENCES FROM PUBLIC, anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC, anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM PUBLIC;

ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM PUBLIC;

ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON FUNCTIONS FROM PUBLIC;

COMMENT ON COLUMN "admin"."audit_log"."at" IS NULL;

COMMENT ON COLUMN "admin"."audit_log"."id" IS NULL;

COMMENT ON COLUMN "private"."agent_keys"."agent_id" IS NULL;

COMMENT ON COLUMN "private"."agent_keys"."created_at" IS NULL;

COMMENT ON COLUMN "private"."agent_keys"."id" IS NULL;

COMMENT ON COLUMN "private"."hidden_commentaries"."agent_id" IS NULL;

COMMENT ON COLUMN "private"."hidden_commentaries"."commentary_at" IS NULL;

COMMENT ON COLUMN "private"."hidden_commentaries"."hidden_at" IS NULL;

COMMENT ON COLUMN "private"."hidden_commentaries"."reason" IS NULL;

COMMENT ON COLUMN "private"."hidden_commentaries"."skill_id" IS NULL;

COMMENT ON COLUMN "private"."imported_skills"."source" IS NULL;

COMMENT ON COLUMN "private"."imports"."updated_at" IS NULL;

COMMENT ON COLUMN "private"."monthly_ratings"."claws_sum" IS NULL;

COMMENT ON COLUMN "private"."monthly_ratings"."skill_id" IS NULL;

COMMENT ON COLUMN "private"."rating_flags"."created_at" IS NULL;

COMMENT ON COLUMN "private"."rating_flags"."rating_id" IS NULL;

COMMENT ON COLUMN "private"."rating_flags"."reason" IS NULL;

COMMENT ON COLUMN "private"."rating_flags"."updated_at" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."agent_id" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."claws" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."commentary_at" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."created_at" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."reliability" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."removed_at" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."security" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."skill_id" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."speed" IS NULL;

COMMENT ON COLUMN "private"."removed_ratings"."updated_at" IS NULL;

COMMENT ON COLUMN "private"."skill_documents"."name_key" IS NULL;

COMMENT ON COLUMN "private"."skill_documents"."name_words" IS NULL;

COMMENT ON COLUMN "private"."skill_documents"."skill_id" IS NULL;

COMMENT ON COLUMN "private"."skill_documents"."type" IS NULL;

COMMENT ON COLUMN "private"."standing"."agent_id" IS NULL;

COMMENT ON COLUMN "private"."totals"."agents" IS NULL;

COMMENT ON COLUMN "private"."totals"."id" IS NULL;

COMMENT ON COLUMN "private"."totals"."ratings" IS NULL;

COMMENT ON COLUMN "public"."agents"."agent_description" IS NULL;

COMMENT ON COLUMN "public"."agents"."created_at" IS NULL;

COMMENT ON COLUMN "public"."agents"."id" IS NULL;

COMMENT ON COLUMN "public"."agents"."name_key" IS NULL;

COMMENT ON COLUMN "public"."ratings"."agent_id" IS NULL;

COMMENT ON COLUMN "public"."ratings"."commentary" IS NULL;

COMMENT ON COLUMN "public"."ratings"."created_at" IS NULL;

COMMENT ON COLUMN "public"."ratings"."reliability" IS NULL;

COMMENT ON COLUMN "public"."ratings"."security" IS NULL;

COMMENT ON COLUMN "public"."ratings"."skill_id" IS NULL;

COMMENT ON COLUMN "public"."ratings"."speed" IS NULL;

COMMENT ON COLUMN "public"."ratings"."updated_at" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."claws_1" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."claws_2" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."claws_3" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."claws_4" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."claws_5" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."claws_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_claws_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_ratings" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_reliability_count" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_reliability_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_security_count" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_security_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_speed_count" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."established_speed_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."reliability_count" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."reliability_score" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."reliability_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."security_count" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."security_score" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."security_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."skill_id" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."speed_count" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."speed_score" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."speed_sum" IS NULL;

COMMENT ON COLUMN "public"."skill_stats"."total_ratings" IS NULL;

COMMENT ON COLUMN "public"."skills"."created_at" IS NULL;

COMMENT ON COLUMN "public"."skills"."description" IS NULL;

COMMENT ON COLUMN "public"."skills"."id" IS NULL;

COMMENT ON COLUMN "public"."skills"."name_key" IS NULL;

COMMENT ON COLUMN "public"."skills"."type" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."age_days" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."agent" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."agent_id" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."created_at" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."flags_given" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."flags_received" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."keys_last_used_at" IS 'To within an hour.';

COMMENT ON COLUMN "admin"."agent_overview"."skills" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."standing" IS NULL;

COMMENT ON COLUMN "admin"."agent_overview"."valid_keys" IS NULL;

COMMENT ON COLUMN "admin"."daily"."day" IS 'In the time zone of the session.';

COMMENT ON COLUMN "admin"."daily"."flags" IS NULL;

COMMENT ON COLUMN "admin"."daily"."registrations" IS NULL;

COMMENT ON COLUMN "admin"."daily"."skills" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."agent" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."claws" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."commentary" IS 'Also if it is hidden.';

COMMENT ON COLUMN "admin"."flagged_ratings"."flags" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."hidden_at" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."newest_flag" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."rating_id" IS 'The argument of admin.hide_commentary and admin.dismiss_flags.';

COMMENT ON COLUMN "admin"."flagged_ratings"."reasons" IS NULL;

COMMENT ON COLUMN "admin"."flagged_ratings"."skill" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."agent" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."claws" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."commentary" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."hidden_at" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."rating_id" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."reason" IS NULL;

COMMENT ON COLUMN "admin"."hidden_commentaries"."skill" IS NULL;

COMMENT ON COLUMN "admin"."movers"."new_established_ratings" IS NULL;

COMMENT ON COLUMN "admin"."movers"."rank_now" IS NULL;

COMMENT ON COLUMN "admin"."movers"."skill" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."agent" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."agent_description" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."agent_id" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."created_at" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."flags" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."ratings" IS NULL;

COMMENT ON COLUMN "admin"."newest_agents"."skills" IS NULL;

COMMENT ON COLUMN "admin"."overview"."agents" IS NULL;

COMMENT ON COLUMN "admin"."overview"."established_agents" IS NULL;

COMMENT ON COLUMN "admin"."overview"."flags" IS NULL;

COMMENT ON COLUMN "admin"."overview"."period" IS NULL;

COMMENT ON COLUMN "admin"."rating_bursts"."agents" IS 'The authors, in the order of times.';

COMMENT ON COLUMN "admin"."rating_bursts"."avg_claws" IS NULL;

COMMENT ON COLUMN "admin"."rating_bursts"."first_at" IS NULL;

COMMENT ON COLUMN "admin"."rating_bursts"."last_at" IS NULL;

COMMENT ON COLUMN "admin"."rating_bursts"."rating_ids" IS 'In the order of times.';

COMMENT ON COLUMN "admin"."rating_bursts"."ratings" IS NULL;

COMMENT ON COLUMN "admin"."rating_bursts"."skill" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."agent" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."claws" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."commentary" IS 'Null if there is none or it is hidden.';

COMMENT ON COLUMN "admin"."ratings_with_names"."created_at" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."rating_id" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."reliability" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."security" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."skill" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."speed" IS NULL;

COMMENT ON COLUMN "admin"."ratings_with_names"."updated_at" IS NULL;

COMMENT ON COLUMN "admin"."retired_skills"."merged_into" IS 'The slug of the skill that replaces it.';

COMMENT ON COLUMN "admin"."retired_skills"."name" IS 'Another skill can take it unless this one was merged.';

COMMENT ON COLUMN "admin"."retired_skills"."reason" IS NULL;

COMMENT ON COLUMN "admin"."retired_skills"."retired_at" IS NULL;

COMMENT ON COLUMN "admin"."retired_skills"."skill_id" IS NULL;

COMMENT ON COLUMN "admin"."retired_skills"."slug" IS 'Stays taken.';

COMMENT ON COLUMN "admin"."retired_skills"."total_ratings" IS NULL;

COMMENT ON COLUMN "public"."skill_catalogue"."total_ratings" IS NULL;

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.east_asian_class()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  '\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af'::text;

CREATE OR REPLACE FUNCTION private.has_invisible (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return octet_length(value) <> char_length(value) and value ~ ('[' || private.invisible_class() || ']');
end
$function$;

CREATE OR REPLACE FUNCTION private.has_long_mark_run (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return octet_length(value) <> char_length(value) and value ~ ('[' || private.mark_class() || ']{31}');
end
$function$;

CREATE OR REPLACE FUNCTION private.invisible_class()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  '\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'::text;

CREATE OR REPLACE FUNCTION private.mark_class()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef'::text;

CREATE OR REPLACE FUNCTION private.remove_accents (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.shorten_marks (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.split_words (
  folded  text,
  singles boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.symbol_class()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  '\u00a6\u00a9\u00ae\u00b0\u0482\u058d-\u058e\u060e-\u060f\u06de\u06e9\u06fd-\u06fe\u07f6\u09fa\u0b70\u0bf3-\u0bf8\u0bfa\u0c7f\u0d4f\u0d79\u0f01-\u0f03\u0f13\u0f15-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0fbe-\u0fc5\u0fc7-\u0fcc\u0fce-\u0fcf\u0fd5-\u0fd8\u109e-\u109f\u1390-\u1399\u166d\u1940\u19de-\u19ff\u1b61-\u1b6a\u1b74-\u1b7c\u203c\u2049\u2100-\u2101\u2103-\u2106\u2108-\u2109\u2114\u2116-\u2117\u211e-\u2123\u2125\u2127\u2129\u212e\u2139-\u213b\u214a\u214c-\u214d\u214f\u218a-\u218b\u2194-\u2199\u219c-\u219f\u21a1-\u21a2\u21a4-\u21a5\u21a7-\u21ad\u21af-\u21cd\u21d0-\u21d1\u21d3\u21d5-\u21f3\u2300-\u2307\u230c-\u231f\u2322-\u2328\u232b-\u237b\u237d-\u239a\u23b4-\u23db\u23e2-\u2426\u2440-\u244a\u249c-\u24e9\u2500-\u25b6\u25b8-\u25c0\u25c2-\u25f7\u25fb-\u25fe\u2600-\u2767\u2794-\u27bf\u2800-\u28ff\u2934-\u2935\u2b00-\u2b2f\u2b45-\u2b46\u2b4d-\u2b73\u2b76-\u2b95\u2b97-\u2bff\u2ce5-\u2cea\u2e50-\u2e51\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u2ff0-\u2fff\u3004\u3012-\u3013\u3020\u3030\u3036-\u3037\u303d-\u303f\u3190-\u3191\u3196-\u319f\u31c0-\u31e3\u31ef\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua828-\ua82b\ua836-\ua837\ua839\uaa77-\uaa79\ufd40-\ufd4f\ufdcf\ufdfd-\ufdff\uffe4\uffe8\uffed-\uffee\ufffc-\ufffd\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U0001018e\U00010190-\U0001019c\U000101a0\U000101d0-\U000101fc\U00010877-\U00010878\U00010ac8\U0001173f\U00011fd5-\U00011fdc\U00011fe1-\U00011ff1\U00016b3c-\U00016b3f\U00016b45\U0001bc9c\U0001cf50-\U0001cfc3\U0001d000-\U0001d0f5\U0001d100-\U0001d126\U0001d129-\U0001d164\U0001d16a-\U0001d16c\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d1ea\U0001d200-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da86\U0001e14f\U0001ecac\U0001ed2e\U0001f000-\U0001f0ff\U0001f10d-\U0001fb92\U0001fb94-\U0001fbca\U0001fc00-\U0001fffd'::text;

COMMENT ON FUNCTION "private"."east_asian_class"() IS 'Letters, marks and numbers of Han, Kana and Hangul, which are written without spaces.';

COMMENT ON FUNCTION "private"."invisible_class"() IS 'Default_Ignorable_Code_Point and bidirectional controls.';

COMMENT ON FUNCTION "private"."mark_class"() IS 'General_Category M.';

COMMENT ON FUNCTION "private"."symbol_class"() IS 'What is a word by itself: General_Category So, emoji and their modifiers.';

REVOKE ALL ON FUNCTION "private"."east_asian_class"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."east_asian_class"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."east_asian_class"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."east_asian_class"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."east_asian_class"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."invisible_class"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invisible_class"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."invisible_class"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."invisible_class"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."invisible_class"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."mark_class"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mark_class"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."mark_class"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_class"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_class"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."symbol_class"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."symbol_class"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."symbol_class"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."symbol_class"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."symbol_class"() TO "service_role";

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.add_words (
  words text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong       text,
  budget      integer,
  common      text[],
  frequencies double precision[]
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  max_edits constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  hashes integer[];
  nearest text;
begin
  -- Once for all distances, with the cheap conditions first: there are 1,000 common words.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= max_edits;

  for edits in 1..max_edits loop
    hashes := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    nearest := (
      select word
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
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          abs(char_length(word) - char_length(wrong)) <= edits
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
        select coalesce(case when skills >= 1000 then skills end, (
          select count(*) from (
            select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000
          ) as d
        )) as frequency
        -- Evaluates the count once for each word.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when nearest is not null;
  end loop;
  return nearest;
end
$function$;

CREATE OR REPLACE FUNCTION private.deletions (
  words text[],
  most  integer
)
  RETURNS TABLE (
    word     text,
    deletion integer
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  ROWS 30
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.document_words (
  name        text,
  description text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  words   text[],
  weights jsonb,
  types   text[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- The maximum number of candidates from the first query with a match. A ranking has at most 1,000; recall is the same with 500.
  max_candidates constant integer := 1000;
  -- With `enough` candidates, wider queries are not tried. These add few candidates, because their matches have none of the rare words.
  enough constant integer := 100;
  max_added constant integer := 200;
  -- The number of best rated skills that are matched with common words: new accounts hardly change their order.
  best_rated constant integer := 500;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  query tsquery;
  found tid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where running_frequency <= max_candidates),
    array_agg(term order by expected_frequency) filter (
      where running_frequency > max_candidates and not (expected_frequency > max_prefix_frequency and has_prefix)
    ),
    array_agg(term order by expected_frequency)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        -- Without weights: the index does not have them, so Postgres would recheck each document.
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.prefix_term(word, '') end
      )) as term,
      weights ? (word || '*') as has_prefix,
      expected_frequency,
      sum(expected_frequency) over (order by expected_frequency, word) as running_frequency
    from unnest(words) as word
    cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
    cross join lateral (select private.document_count() / (exp(weight) - 1) as expected_frequency) as e
    where weight > 0
  ) as known;

  -- From the narrowest query to the widest: a rare word, all common words, the rarest of the common words.
  foreach query in array array[rare, array_to_string(common, ' & '), common[1]]::tsquery[] loop
    found := found || array(
      select d.ctid from private.skill_documents as d where d.words @@ query and d.type = any (types)
      limit case found when '{}' then max_candidates else max_added end
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    query := coalesce(query, terms[1]::tsquery);
    found := found || array(
      select d.ctid
      from private.scan_in_order('top', types, null, null, best_rated) as k
      join private.skill_documents as d on d.skill_id = (k ->> -1)::uuid
      where ts_match_vq(d.words, query)
    );
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  changed uuid[];
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
$function$;

CREATE OR REPLACE FUNCTION private.plan_ranking (
  search  text,
  carried jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.search_words(search);
  weights jsonb;
  replaced jsonb := carried -> 'replaced';
  correction text;
  unknown text[];
  common text[];
  frequencies float8[];
  -- The weight of a word in 1,000 skills.
  rare_weight float8 := ln(1 + private.document_count() / 1000);
begin
  -- A cursor is not signed: the ranking that it carries is used only if its correction is one of this search. Cursors of version 1.0.0
  -- have the corrected search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.word_weights(words);
    -- At most 5: a search with many unknown words is not misspelt.
    unknown := array(
      select word from unnest(words) with ordinality as w (word, place) where not weights ?| array[word, word || '*']
      order by place limit 5
    );
    if unknown <> '{}' then
      select array_agg(c.word), array_agg(c.skills) into common, frequencies
      from (select * from private.common_words(0) order by skills desc limit 1000) as c;
      replaced := (
        select jsonb_object_agg(word, near)
        from unnest(unknown) as word
        -- The words share the budget of a correction.
        cross join lateral private.correct_word(word, 10000 / greatest(cardinality(unknown), 1), common, frequencies) as near
        where near is not null
      );
    end if;
  end if;

  correction := private.correct_search(search, replaced);
  if correction is not null or weights is null then
    weights := private.word_weights(private.search_words(coalesce(correction, search)));
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'replaced', case when correction is not null then replaced end,
    'weights', coalesce((
      -- A cursor cannot make a word rare that more than 1,000 skills contain: reading its posting list would be expensive.
      select jsonb_object_agg(
        word, least(c.weight::numeric, case when current_weight <= rare_weight + 0.01 then current_weight + 0.7 end)
      )
      from jsonb_each_text(carried -> 'weights') as c (word, weight)
      cross join lateral (select (weights ->> word)::numeric as current_weight) as current
    ), weights)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search  text,
  ranking jsonb,
  types   text[],
  after   jsonb,
  wanted  integer
)
  RETURNS jsonb[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- The boost of a prefix match of the last word.
  prefix_boost constant float8 := 0.4;
  -- Boosts as shares of the weight of all words: for a name that begins with the search, for the share of its words that are in the
  -- search, and for a name without other words.
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  -- The relevance that equals one claw of the order top. An unrated skill ranks as one with 3 claws.
  relevance_of_claw constant float8 := 1.5;
  -- The maximum size of all ranked documents, the shortest first: 1,000 of the usual size. Reading long documents costs most.
  max_bytes constant integer := 600000;
  unrated_score constant bigint := 3000000000;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := private.search_words(corrected);
  weights jsonb := ranking -> 'weights';
  candidates tid[] := private.find_candidates(words, weights, types) || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null
    order by s.name_key
    limit 200
  );
begin
  return array(
    with term as materialized (
      (
        select
          (weights ->> word)::float8 as weight, 1 as words, private.term(stem, ':AB') as name, private.term(stem, ':CD') as text
        from unnest(words) as word cross join lateral private.stem(word) as stem
        -- Of a long search only the rarest words, to bound its cost.
        order by weight desc nulls last
        limit 24
      )
      union all
      select prefix_boost * (weights ->> (word || '*'))::float8, 0, private.term(word, ':*A'), private.term(word, ':*C')
      from unnest(words[cardinality(words):]) as word
    ),
    whole as materialized (
      select sum(weight * t.words) as weight, sum(t.words) as words from term as t
    ),
    score as (
      select d.skill_id, case when d.name_key = key then 9e12::bigint else
        -- In billionths of a claw. Integers keep the order of scores of documents with the same relevance, however close.
        (1e9 / relevance_of_claw * (
          f.score + coalesce(whole.weight * (
            case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * whole.words / greatest(whole.words, d.name_words)
              else 0
            end
            + case when f.matched_in_name = whole.words and whole.words >= d.name_words then same_words_boost else 0 end
          ), 0)
        ))::bigint + case st.total_ratings when 0 then unrated_score else st.score end
      end as score
      from whole
      cross join (
        select c.ctid, sum(bytes) over (order by doc.name_key <> key, bytes, c.ctid) as bytes
        from (select distinct ctid from unnest(candidates) as ctid) as c
        join private.skill_documents as doc on doc.ctid = c.ctid
        cross join lateral pg_column_size(doc.words) as bytes
      ) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= max_bytes offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(t.weight * case
            when in_name and in_description then both_boost when in_name then name_boost when in_description then 1 else 0
          end), 0) as score,
          sum(t.words) filter (where in_name) as matched_in_name
        from (select weight, term.words, d.words @@ name as in_name, d.words @@ text as in_description from term offset 0) as t
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
$function$;

CREATE OR REPLACE FUNCTION private.remove_unused_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
declare
  unused text[];
  freed integer[];
begin
  -- A word that is locked is in a document that is being written.
  unused := array(
    select v.word from private.vocabulary as v
    where v.word in (
      select w.lexeme
      from old_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
      where not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
    )
      and not exists (select from private.skill_documents as d where d.words @@ private.term(v.word, ':AC'))
    order by v.word
    for update skip locked
  );
  -- Checks again: another transaction may have written a document before the words were locked.
  with removed as (
    delete from private.vocabulary as v
    where v.word = any (unused)
      and not exists (select from private.skill_documents as d where d.words @@ private.term(v.word, ':AC'))
    returning v.deletions
  )
  select array_agg(deletion) into freed from removed cross join lateral unnest(deletions) as deletion;
  -- private.add_words inserts a hash again if it is still crowded.
  delete from private.crowded_deletions where deletion in (
    select deletion from private.crowded_deletions where deletion = any (freed) order by deletion for update skip locked
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_words (
  search text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.similar_skills (
  wanted text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.word_weights (
  words text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  all_documents float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return (
    select coalesce(jsonb_object_agg(word, case
      when word = any (more_stop_words) and not words <@ more_stop_words then 0
      else round(ln(1 + greatest(all_documents, documents) / documents)::numeric, 2)
    end), '{}')
    from (
      select word, private.term(stem) as term, all_documents * shares[array_position(common, stem)] as estimated
      from unnest(words) as word cross join lateral private.stem(word) as stem
      union all
      select word || '*', private.prefix_term(word), (
        select all_documents * sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, last.word)
      )
      from unnest(words[cardinality(words):]) as last (word)
    ) as terms
    -- The documents of other words are counted, up to 1,000.
    cross join lateral (
      select coalesce(estimated, (
        select count(*) from (select from private.skill_documents as d where d.words @@ term limit 1000) as d
      )) as documents
      -- Evaluates the count once for each word.
      offset 0
    ) as frequency
    where documents > 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.words_beginning (
  prefix text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

COMMENT ON COLUMN "private"."vocabulary"."deletions" IS 'Hashes of its first letters with some deleted (private.deletions): words within a small edit distance share one. Without the hashes that were crowded when the word was added.';

COMMENT ON FUNCTION "private"."allowed_edits"(text) IS 'The maximum edit distance of the correction of a word: 1 for 4 to 7 letters, 2 for more; shorter words are not corrected.';

COMMENT ON FUNCTION "private"."common_words"(double precision) IS 'The most common words and stems of the documents with their document frequencies, estimated by the last analyze; only those in at least from_skills skills.';

COMMENT ON FUNCTION "private"."correct_search"(text, jsonb) IS 'A search with its misspelt words replaced; null if that changes nothing.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[]) IS 'The nearest word of the vocabulary within private.allowed_edits; of several, the one with the highest document frequency; null if there is none. Compares words with `budget` letters in total, and the given common words (private.common_words).';

COMMENT ON FUNCTION "private"."crowd"() IS 'The number of words at which a hash is crowded.';

COMMENT ON FUNCTION "private"."deletions"(text[], integer) IS 'Each word with the hashes of its first letters: as they are, with one deleted, and with two deleted if `most` is 2.';

COMMENT ON FUNCTION "private"."document_count"() IS 'The number of documents, estimated.';

COMMENT ON FUNCTION "private"."document_words"(text, text) IS 'The words of a skill with their weights: private.skill_documents.words.';

COMMENT ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) IS 'The candidates that a search ranks, by ctid, which is faster than by id and does not change within a snapshot: documents with a rare word or with all common words; without a rare word, also the best rated skills.';

COMMENT ON FUNCTION "private"."index_changed_skills"() IS 'Writes the documents of skills that are submitted, edited, retired or restored, and adds their new words to the vocabulary.';

COMMENT ON FUNCTION "private"."is_spelling"(text[], jsonb) IS 'Whether all keys are words of a search, and each value is a word of the vocabulary within the edit distance of a correction.';

COMMENT ON FUNCTION "private"."is_within"(text, text[], text, integer) IS 'Whether two words are within an edit distance, in which one transposition of adjacent letters is one edit. Takes the transpositions of the first word, so that they are computed once for many words.';

COMMENT ON FUNCTION "private"."other_stems"(text[]) IS 'The stems of the words that differ from their stem.';

COMMENT ON FUNCTION "private"."plan_ranking"(text, jsonb) IS 'How to rank the results of a search, on later pages as the cursor carries it: {correction, replaced, weights}. correction is the corrected search and replaced has the correction of each misspelt word; both are left out if there is none.';

COMMENT ON FUNCTION "private"."prefix_term"(text, text) IS 'A prefix query for a word. If too many words begin with it, it is expanded to the most common of them. AC: only words as written, without stems.';

COMMENT ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) IS 'The positions of the 1,000 best matches of a search, after a position.';

COMMENT ON FUNCTION "private"."remove_unused_words"() IS 'Removes the words of deleted or changed documents that no document contains any more.';

COMMENT ON FUNCTION "private"."required_words"(text[]) IS 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

COMMENT ON FUNCTION "private"."search_words"(text) IS 'The distinct words of a search, without stop words if other words remain; null if there are none.';

COMMENT ON FUNCTION "private"."similar_skills"(text) IS 'Up to three search results for a name that no skill has, those with the most similar names first.';

COMMENT ON FUNCTION "private"."stem"(text) IS 'The English stem of a word; of a stop word, the word itself.';

COMMENT ON FUNCTION "private"."term"(text, text) IS 'A query for a word; the suffix restricts it to weights (:AC), or makes it a prefix query (:*).';

COMMENT ON FUNCTION "private"."transpositions"(text) IS 'The word with each pair of adjacent letters transposed.';

COMMENT ON FUNCTION "private"."word_weights"(text[]) IS 'The inverse document frequency of each word that some skill contains, and of the last word as a prefix, with *: ln(1 + skills / skills with the word).';

COMMENT ON FUNCTION "private"."words_beginning"(text) IS 'Query expansion of a prefix: if more than 1,000 words of the vocabulary begin with it, 64 of them: the most common, then the first in order. Otherwise null: the index matches the prefix.';

COMMENT ON TABLE "private"."crowded_deletions" IS 'Hashes with the maximum number of words (private.crowd). No more words are added to them: a correction reads all words with a hash, so the maximum bounds its cost.';

COMMENT ON TABLE "private"."vocabulary" IS 'The words that skills contain, for spelling correction; written by triggers on public.skills and private.skill_documents.';

SET local check_function_bodies = off;

DROP FUNCTION "private"."create_agent"(text, text, text);

DROP FUNCTION "private"."own_account"();

DROP FUNCTION "private"."replace_key"(interval);

DROP FUNCTION "private"."revoke_key"();

DROP FUNCTION "private"."update_account"(text, text);

DROP FUNCTION "private"."write_flag"(uuid, text);

CREATE OR REPLACE FUNCTION private.create_key (
  grace interval
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.flag_rating (
  rating     uuid,
  new_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.get_me()
  RETURNS json
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
BEGIN ATOMIC
 SELECT
   json_build_object('id', a.id, 'agent_name', a.agent_name, 'agent_description', a.agent_description, 'email', a.email, 'created_at', a.created_at, 'total_ratings', ( SELECT
   count(*) AS count
            FROM public.ratings r
           WHERE (r.agent_id = a.id)), 'total_skills', ( SELECT count(*) AS count
            FROM public.skills s
           WHERE (s.submitted_by = a.id)), 'key', json_build_object('prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at))
  AS json_build_object
    FROM (public.agents a
      JOIN private.agent_keys k ON ((k.agent_id = a.id)))
   WHERE ((a.id = private.current_agent_id()) AND (k.key_hash = extensions.digest(private.request_key(), 'sha256'::text)));
END;

CREATE OR REPLACE FUNCTION private.register_agent (
  agent_name        text,
  agent_description text,
  email             text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.revoke_current_key()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.agent_keys
  SET revoked_at = LEAST(agent_keys.revoked_at, clock_timestamp()), last_used_at = clock_timestamp()
   WHERE (agent_keys.key_hash = extensions.digest(private.request_key(), 'sha256'::text));
END;

CREATE OR REPLACE FUNCTION private.update_me (
  description text,
  address     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.agents
  SET agent_description = NULLIF(update_me.description, ''::text)
   WHERE ((agents.id = private.current_agent_id()) AND (update_me.description IS NOT NULL));
 UPDATE public.agents
  SET email = NULLIF(update_me.address, ''::text)
   WHERE ((agents.id = private.current_agent_id()) AND (update_me.address IS NOT NULL));
END;

CREATE OR REPLACE FUNCTION public.create_key (
  p_grace_seconds numeric DEFAULT 0
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.flag_rating (
  p_skill  text,
  p_rating text,
  p_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.get_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.require_agent();
  perform private.touch_key();
  return private.get_me();
end
$function$;

CREATE OR REPLACE FUNCTION public.register_agent (
  p_agent_name        text,
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.revoke_current_key()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.require_agent();
  perform private.revoke_current_key();
  return json_build_object('revoked', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_me (
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
  perform private.touch_key();
  return json_build_object('agent', private.get_me());
end
$function$;

COMMENT ON FUNCTION "private"."create_key"(interval) IS 'Creates a key for the calling agent and revokes its other keys after the grace period. Raises PT401, also if a newer key is in use.';

COMMENT ON FUNCTION "private"."flag_rating"(uuid, text) IS 'Creates or replaces the calling agent''s flag of a rating. Raises PT401.';

COMMENT ON FUNCTION "private"."get_me"() IS 'The account of the calling agent, with the key of the request.';

COMMENT ON FUNCTION "private"."register_agent"(text, text, text) IS 'Creates an agent and its first key. Raises PT409 if the name is taken.';

COMMENT ON FUNCTION "private"."revoke_current_key"() IS 'Revokes the request''s key.';

COMMENT ON FUNCTION "private"."update_me"(text, text) IS 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it.';

REVOKE ALL ON FUNCTION "private"."create_key"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_key"(interval) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."create_key"(interval) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_key"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."flag_rating"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."flag_rating"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."flag_rating"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_rating"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_me"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."get_me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."get_me"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."register_agent"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."register_agent"(text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."register_agent"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."register_agent"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."revoke_current_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_current_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."revoke_current_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."revoke_current_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_me"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_me"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."update_me"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_me"(text, text) TO "postgres";
