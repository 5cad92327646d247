set local lock_timeout = '2s';

SET local check_function_bodies = off;

COMMENT ON FUNCTION "private"."find_skill"(uuid, text) IS 'Finds a skill by its id, its name or both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 with similar names if no skill has them, PT410 if the skill is retired.';
