set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.list_imported (
  p_source text,
  p_after  text DEFAULT ''::text
)
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(json_agg(page.external_name ORDER BY page.external_name), '[]'::json)
  AS "coalesce"
    FROM ( SELECT i.external_name
            FROM private.imported_skills i
           WHERE ((i.source = list_imported.p_source) AND (i.status IS NULL) AND (i.external_name > list_imported.p_after))
           ORDER BY i.external_name
          LIMIT 5000) page;
END;

REVOKE ALL ON FUNCTION "public"."list_imported"(text, text) FROM PUBLIC, "anon", "authenticated";

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON FUNCTION "public"."list_imported"(text, text) IS 'npm run catalogue:import: the names of the skills of a source that are not marked, after one of them, at most 5,000, to find those that the source deleted. Only for service_role.';

REVOKE ALL ON FUNCTION "public"."list_imported"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imported"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imported"(text, text) TO "service_role";
