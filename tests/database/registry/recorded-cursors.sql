-- The servers of the cursors in recorded-cursors.json, of the skills in tests/database/text/recorded-cursors.sql.
insert into private.imports (source) values ('https://recorded.example');
insert into private.imported_skills (source, external_name, skill_id)
select 'https://recorded.example', 'recorded.example/' || slug, id from public.skills where name like 'Lantern%';
insert into private.registry_servers (name, source, skill_id, server, updated_at)
select
  external_name, source, skill_id, jsonb_build_object('name', external_name, 'description', 'Lights a room.', 'version', '1.0.0'),
  '2026-05-01Z'
from private.imported_skills where source = 'https://recorded.example';
