set local lock_timeout = '2s';

-- Hosted projects may have global default privileges. Earlier migrations revoke what these give to each object.
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
