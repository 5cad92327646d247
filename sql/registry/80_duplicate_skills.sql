-- Skills that share an identifier or the name of a server, for admins.

create view admin.duplicate_skills with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with shared as (
  select
    i.identifier_hash,
    count(*)::integer as skills,
    bool_or(i.is_imported) and not bool_and(i.is_imported) as is_mixed,
    bool_or(i.is_imported) as has_imported
  from private.skill_identifiers as i
  -- A repository can hold many skills, also if it is only named by their server.json.
  where i.state = 'active' and i.is_own and not private.is_repository(i.identifier)
  group by i.identifier_hash
  -- Others are pages, unless a registry has checked that it is an endpoint.
  having count(*) > 1 and (bool_or(i.is_imported or i.is_former) or max(i.identifier) like 'pkg:%')
  order by
    -- First what nobody plants for free: two skills that a registry checked or an established agent rated.
    least(count(*) filter (where i.is_imported or i.is_former or i.established_ratings > 0), 2) desc,
    -- An imported and a submitted skill are often the same.
    3 desc, 2, 1
  limit 200
),
members as (
  select
    g.identifier_hash, g.skills, g.is_mixed, g.has_imported, i.identifier, i.skill_id, i.is_imported, i.is_former,
    row_number() over (
      partition by g.identifier_hash
      order by
        -- The active server of the same package replaces it, with its ratings.
        i.is_former and g.has_imported,
        st.established_ratings desc,
        -- Nobody can install what its source deleted.
        (m.skill_id is not null and m.status is distinct from 'deleted') desc, s.created_at, s.id
    ) as rank
  from shared as g
  cross join lateral (
    select i.skill_id, i.identifier, i.is_imported, i.is_former from private.skill_identifiers as i
    where i.identifier_hash = g.identifier_hash and i.state = 'active' and i.is_own
    order by i.is_former, i.established_ratings desc, i.is_imported desc, i.score desc, i.skill_id desc
    limit 20
  ) as i
  join public.skills as s on s.id = i.skill_id
  join public.skill_stats as st on st.skill_id = s.id
  left join private.imported_skills as m on m.skill_id = s.id
),
same_names as (
  -- The import gave the skill another name.
  select
    case when b.established_ratings > a.established_ratings then own.id else other.id end as duplicate,
    case when b.established_ratings > a.established_ratings then other.id else own.id end as keep,
    other.name_key as identifier,
    b.established_ratings > a.established_ratings as loses_import
  from private.imported_skills as i
  join public.skills as own on own.id = i.skill_id and own.retired_at is null
  join public.skill_stats as a on a.skill_id = own.id
  join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
  join public.skill_stats as b on b.skill_id = other.id
  where other.id <> own.id and i.status is distinct from 'deleted'
    and not exists (select from private.imported_skills as m where m.skill_id = other.id)
  -- The oldest first: what is planted later comes last.
  order by b.established_ratings desc, other.created_at
  limit 200
),
pairs as (
  select d.skill_id as duplicate, k.skill_id as keep, d.identifier, d.skills, d.is_mixed, d.rank,
    (d.is_imported or d.is_former) and not (k.is_imported or k.is_former) as loses_import, false as is_moved
  from members as d
  join members as k on k.identifier_hash = d.identifier_hash and k.rank = 1
  where d.rank > 1 and not (d.is_former and d.has_imported)
  union all
  select d.skill_id, k.skill_id, d.identifier, d.skills, d.is_mixed, d.rank, false, true
  from members as d
  cross join lateral (
    select best.skill_id from members as best
    where best.identifier_hash = d.identifier_hash and best.is_imported
    order by best.rank
    limit 1
  ) as k
  where d.is_former and d.has_imported
  union all
  select n.duplicate, n.keep, n.identifier, 2, true, 2, n.loses_import, false from same_names as n
),
described as (
  select
    s.id, s.slug, s.created_at, private.normalize_identifier(s.url) as url, st.total_ratings, st.established_ratings,
    exists (select from private.imported_skills as m where m.skill_id = s.id) as is_imported
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  where s.id in (select p.duplicate from pairs as p union select p.keep from pairs as p)
)
select
  d.slug as duplicate,
  d.is_imported as duplicate_imported,
  d.total_ratings as duplicate_ratings,
  d.established_ratings as duplicate_established_ratings,
  k.slug as keep,
  k.is_imported as keep_imported,
  k.total_ratings as keep_ratings,
  k.established_ratings as keep_established_ratings,
  p.skills,
  p.identifiers,
  case
    when r.reason is null then format('select admin.merge_skills(%L, %L, %L);', d.slug, k.slug, 'They have the same package, endpoint or name.')
  end as merge_call,
  r.reason as no_call_reason
from (
  select
    p.duplicate, p.keep, max(p.skills) as skills, array_agg(p.identifier order by p.identifier) as identifiers,
    bool_or(p.is_mixed) as is_mixed, max(p.rank) as rank, bool_or(p.loses_import) as loses_import,
    bool_or(p.is_moved) as is_moved
  from pairs as p
  group by p.duplicate, p.keep
) as p
join described as d on d.id = p.duplicate
join described as k on k.id = p.keep
cross join lateral (
  select case
    when p.is_moved then null
    when d.established_ratings > 0 then 'Established agents rated both: they may be different skills.'
    when p.loses_import then 'A registry checked the identifier of the duplicate, but not of the one to keep.'
    when k.established_ratings < 3 then 'Fewer than 3 ratings by established agents say which one to keep.'
    when d.url is distinct from k.url and not d.is_imported and not k.is_imported then
      'Their addresses differ, and neither was imported.'
    when k.created_at > d.created_at then 'The one to keep is the younger one.'
  end as reason
) as r
order by d.is_imported or d.established_ratings > 0 desc, p.is_mixed desc, p.skills, p.rank, d.slug
limit 500);
comment on view admin.duplicate_skills is 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server. Those that an established agent rated, or that were imported, come first.';
comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one. Of a server that its source deleted, the active one of the same package or endpoint.';
comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';
comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';
comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, a registry checked the identifier of the duplicate only, the one to keep has fewer than 3 or is the younger one, or their addresses differ and neither was imported. A server that its source deleted has a call in any case.';
grant select on admin.duplicate_skills to service_role;
