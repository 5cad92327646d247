set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "update_identifier_scores" ON "public"."skill_stats";

CREATE OR REPLACE FUNCTION private.update_identifier_scores()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
  update private.skill_identifiers as i set score = new.score where i.skill_id = new.skill_id;
  return null;
end
$function$;

CREATE TRIGGER update_identifier_scores
  AFTER UPDATE ON public.skill_stats
  FOR EACH ROW
  WHEN ((new.score <> old.score))
  EXECUTE FUNCTION private.update_identifier_scores();

COMMENT ON FUNCTION "private"."update_identifier_scores"() IS 'Updates the score of the identifiers of a skill whose ratings changed.';
