set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.rarity (
  documents     double precision,
  all_documents double precision
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- At least 1: the share of a common word can be older than the deletion of most skills, and private.word_rarity ends at 99.99.
  known constant float8 := greatest(documents, 1);
  all_of_them constant float8 := greatest(all_documents, known);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_of_them / known) / ln(1 + all_of_them))::numeric, 2);
end
$function$;

-- In the order in which a rating locks them.
-- pgls-ignore lint/safety/constraintMissingNotValid: Reads each table once, 0.3 s for a million rows.
ALTER TABLE "public"."agents"
  ADD CONSTRAINT "agents_times_valid" CHECK (((created_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '10000-01-01 00:00:00+00'::timestamp
    with time zone)));

-- pgls-ignore lint/safety/constraintMissingNotValid: Reads each table once, 0.3 s for a million rows.
-- pgls-ignore lint/safety/avoidWideLockWindow: The locks are short.
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_times_valid" CHECK (((LEAST(created_at, updated_at, retired_at) >= '0001-01-01 00:00:00+00'::timestamp
    with time zone) AND (GREATEST(created_at, updated_at, retired_at) < '10000-01-01 00:00:00+00'::timestamp with time zone)));

-- pgls-ignore lint/safety/constraintMissingNotValid: Reads each table once, 0.3 s for a million rows.
-- pgls-ignore lint/safety/avoidWideLockWindow: The locks are short.
ALTER TABLE "public"."ratings"
  ADD CONSTRAINT "ratings_times_valid" CHECK (((LEAST(created_at, updated_at) >= '0001-01-01 00:00:00+00'::timestamp
    with time zone) AND (GREATEST(created_at, updated_at) < '10000-01-01 00:00:00+00'::timestamp with time zone)));
