set local lock_timeout = '2s';

-- The identifiers of the skills that exist: of their URLs, and for imported skills also their names in the registry. It blocks nobody.
insert into private.skill_identifiers (skill_id, identifier, origins, state)
select
  n.id, n.identifier, case when n.is_imported then '{url,import}' else '{url}' end::text[],
  private.skill_state(n.retired_at, n.merged_into)
from (
  select
    s.*, private.normalize_identifier(s.url) as identifier,
    exists (select from private.imported_skills as i where i.skill_id = s.id) as is_imported
  from public.skills as s
) as n
where n.identifier is not null
order by n.created_at, n.id
on conflict do nothing;

insert into private.skill_identifiers (skill_id, identifier, origins, state)
select s.id, lower(i.external_name), '{import}', private.skill_state(s.retired_at, s.merged_into)
from private.imported_skills as i join public.skills as s on s.id = i.skill_id
-- Other names would read as another kind of identifier: private.server_identifiers.
where i.external_name ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$'
order by s.created_at, s.id
on conflict do nothing;

-- Skills that changed while their identifiers were added. In one statement, because a lock needs a transaction.
do $$
declare
  changed public.skills;
begin
  perform set_config('lock_timeout', '2s', true);
  lock table public.skills in share row exclusive mode;
  for changed in
    select * from public.skills
    where greatest(created_at, updated_at, retired_at) > now() - interval '1 hour' or merged_into is not null
    order by id
  loop
    update private.skill_identifiers as i set state = private.skill_state(changed.retired_at, changed.merged_into)
    where i.skill_id = changed.id and i.state <> private.skill_state(changed.retired_at, changed.merged_into);
    perform private.replace_identifiers(
      changed.id, array_remove(array[private.normalize_identifier(changed.url)], null), 'url'
    );
  end loop;
end $$;
