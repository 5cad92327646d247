set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."registry_servers" (
  "name"              text                     COLLATE pg_catalog."C" NOT NULL,
  "source"            text                     NOT NULL,
  "skill_id"          uuid                     NOT NULL,
  "server"            jsonb                    NOT NULL,
  "version"           text                     COLLATE pg_catalog."C" GENERATED ALWAYS AS ((SERVER ->> 'version'::text)) STORED NOT NULL,
  "status"            text                     NOT NULL DEFAULT 'active'::text,
  "published_at"      timestamp with time zone,
  "source_updated_at" timestamp with time zone,
  "status_changed_at" timestamp with time zone,
  "updated_at"        timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "registry_servers_name_equal" CHECK (((server ->> 'name'::text) = name)),
  CONSTRAINT "registry_servers_name_shape" CHECK (((name ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$'::text) AND ((length(name) >= 3) AND (length(name) <= 200)))),
  CONSTRAINT "registry_servers_pkey" PRIMARY KEY (name),
  CONSTRAINT "registry_servers_server_size" CHECK ((octet_length((server)::text) <= 65536)),
  CONSTRAINT "registry_servers_status_known" CHECK ((status = ANY (ARRAY['active'::text, 'deprecated'::text, 'deleted'::text])))
);

CREATE OR REPLACE FUNCTION private.touch_registry_server()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.registry_servers set updated_at = greatest(clock_timestamp(), updated_at) where skill_id = new.id;
  return null;
end
$function$;

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_source_name_fkey" FOREIGN KEY (source, name) REFERENCES private.imported_skills(source, external_name) ON DELETE CASCADE;

CREATE UNIQUE INDEX registry_servers_skill_id ON private.registry_servers USING btree (skill_id);

CREATE INDEX registry_servers_updated_at ON private.registry_servers USING btree (updated_at);

CREATE TRIGGER touch_registry_server
  AFTER UPDATE OF retired_at, merged_into ON public.skills
  FOR EACH ROW
  WHEN (((old.retired_at IS DISTINCT FROM new.retired_at) OR (old.merged_into IS DISTINCT FROM new.merged_into)))
  EXECUTE FUNCTION private.touch_registry_server();

COMMENT ON COLUMN "private"."registry_servers"."name" IS 'The name in the registry, as server has it.';

COMMENT ON COLUMN "private"."registry_servers"."published_at" IS 'publishedAt of the source; null if it does not say so. So are source_updated_at and status_changed_at.';

COMMENT ON COLUMN "private"."registry_servers"."server" IS 'The server.json, at most 64 KiB.';

COMMENT ON COLUMN "private"."registry_servers"."source" IS 'The registry that it was imported from first.';

COMMENT ON COLUMN "private"."registry_servers"."status" IS 'The status at the source. A server whose skill is retired is served as deleted.';

COMMENT ON COLUMN "private"."registry_servers"."updated_at" IS 'The last change here: import, retirement or restoration of the skill, or a merge; not ratings.';

COMMENT ON FUNCTION "private"."touch_registry_server"() IS 'Sets updated_at of the server of a skill that was retired, restored or merged. As its owner: admins who edit a skill in the dashboard need no rights on servers.';

COMMENT ON TABLE "private"."registry_servers" IS 'The newest active version of each imported server whose server.json is valid by the schema of the MCP Registry; of one name in two sources, the first that was imported.';

REVOKE ALL ON FUNCTION "private"."touch_registry_server"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."touch_registry_server"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."touch_registry_server"() TO "postgres";

GRANT SELECT ON TABLE "private"."registry_servers" TO "anon", "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."registry_servers" TO "service_role";
