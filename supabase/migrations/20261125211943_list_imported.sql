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

COMMENT ON FUNCTION "public"."list_imported"(text, text) IS 'npm run import: the names of the skills of a source that are not marked, after one of them, at most 5,000, to find those that the source deleted. Only for service_role.';

REVOKE ALL ON FUNCTION "public"."list_imported"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imported"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imported"(text, text) TO "service_role";
