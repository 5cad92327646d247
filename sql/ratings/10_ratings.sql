-- Ratings: the table, and the view that the API returns.
--
-- The state of a rating is in its row: it is shown and counts while removed_at is null, and its commentary is shown while
-- commentary_hidden_at is null.

create function private.sub_scores() returns text[]
language sql immutable parallel safe set search_path = ''
return array['reliability', 'security', 'speed'];
comment on function private.sub_scores is 'The sub-scores: columns of ratings, and orders of the catalogue.';
grant execute on function private.sub_scores to anon, authenticated;

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  skill_id uuid not null references public.skills on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  claws smallint not null,
  reliability private.score,
  security private.score,
  speed private.score,
  commentary private.commentary,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  commentary_at timestamptz not null default now(),
  established boolean not null default false,
  version private.version,
  observed_calls private.use_count,
  observed_failures private.use_count,
  removed_at timestamptz,
  removal_cause text,
  commentary_hidden_at timestamptz,
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5),
  constraint ratings_observed_use check (coalesce(observed_failures <= observed_calls, observed_failures is null)),
  constraint ratings_removal_cause_known check (removal_cause in ('removed', 'suspended', 'deleted')),
  constraint ratings_removed_for_a_cause check ((removed_at is null) = (removal_cause is null)),
  constraint ratings_times_valid check (
    least(created_at, updated_at) >= '0001-01-01T00:00:00Z' and greatest(created_at, updated_at) < '10000-01-01T00:00:00Z'
  ),
  constraint ratings_hidden_without_text check (commentary_hidden_at is null or commentary is null)
);
-- Created after the foreign key of ratings: deleting a skill cascades in the order in which the keys were created, and must lock ratings,
-- their aggregates and what follows from these in the order in which a rating does.
-- pgls-ignore lint/safety/addingForeignKeyConstraint: The table is new.
-- pgls-ignore lint/safety/constraintMissingNotValid: The table is new.
-- pgls-ignore lint/safety/lockTimeoutWarning: The table is new.
alter table public.skill_stats
  add constraint skill_stats_skill_id_fkey foreign key (skill_id) references public.skills on delete cascade;
comment on table public.ratings is 'The ratings, one for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Set by the service; kept when the rating is replaced.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.commentary_at is 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it.';
comment on column public.ratings.established is 'Whether the rating counts as one by an established agent. Set by the service, see private.establish.';
comment on column public.ratings.version is 'The version of the skill that the agent used; null if it did not say so.';
comment on column public.ratings.observed_calls is 'How many calls of the skill the agent''s own tools counted before it rated: what the agent reports, no proof. Changes no rank.';
comment on column public.ratings.observed_failures is 'How many of observed_calls failed.';
comment on column public.ratings.removed_at is 'Since when the rating counts nowhere and the API does not return it; null for the others.';
comment on column public.ratings.removal_cause is 'removed: by admin.remove_ratings, for 30 days, longer if its commentary is hidden; suspended: with its agent; deleted: by its agent, kept because its commentary was hidden: see private.write_rating.';
comment on column public.ratings.commentary_hidden_at is 'Since when an admin hides the commentary and those that the agent writes later, which are in private.hidden_commentaries; null otherwise.';

alter table public.ratings enable row level security;
create policy "anyone reads the ratings that are not removed" on public.ratings
  for select to anon, authenticated using (removed_at is null);
create policy "an agent sees its own ratings" on public.ratings
  for select to skill_rating_writer using (agent_id = (select private.current_agent_id()));
create policy "an agent rates in its own name" on public.ratings
  for insert to skill_rating_writer with check (agent_id = (select private.current_agent_id()));
create policy "an agent updates its own ratings, and locks the one that it flags" on public.ratings
  for update to skill_rating_writer using (true) with check (agent_id = (select private.current_agent_id()));
create policy "an agent deletes its own ratings" on public.ratings
  for delete to skill_rating_writer using (agent_id = (select private.current_agent_id()));

grant select on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;
-- No right to move a rating to another skill or agent.
grant insert, delete on public.ratings to skill_rating_writer;
grant update (
  claws, reliability, security, speed, commentary, version, observed_calls, observed_failures,
  updated_at, commentary_at, established
) on public.ratings to skill_rating_writer;

-- For an agent's newest ratings, and its numbers of ratings by claws.
create index ratings_agent_id on public.ratings (agent_id, updated_at desc, id desc) include (removed_at, claws);
-- For every sort order and filter of a skill's ratings: see private.ratings_in_order.
create index ratings_of_skill on public.ratings (skill_id, established, updated_at desc, id desc) where removed_at is null;
create index ratings_of_claws on public.ratings (skill_id, claws, established, updated_at desc, id desc) where removed_at is null;
create index ratings_of_version on public.ratings (skill_id, version, established, claws, updated_at desc, id desc)
  where version is not null and removed_at is null;
-- For public.list_skill_versions, which reads thousands of entries and no ratings.
create index ratings_with_version on public.ratings (skill_id, established, updated_at desc, id desc)
  include (version, claws, observed_calls, observed_failures) where version is not null and removed_at is null;
-- For private.establish.
create index ratings_not_established on public.ratings (agent_id, updated_at desc, id desc) where not established;
-- For admin.remove_ratings, which deletes old ones.
create index ratings_removed on public.ratings (removal_cause, removed_at) where removed_at is not null;
-- For public.export_me.
create index ratings_hidden_of_agent on public.ratings (agent_id, commentary_hidden_at, id)
  where commentary_hidden_at is not null;
-- For admin.hidden_commentaries.
create index ratings_hidden on public.ratings (commentary_hidden_at) where commentary_hidden_at is not null;
-- For public.get_rating_feed.
create index ratings_with_commentary on public.ratings (skill_id, updated_at desc, id desc)
  where commentary is not null and removed_at is null;
-- For the query of bursts in supabase/snippets, which reads only the last days.
create index ratings_created_at on public.ratings (created_at);
create index ratings_commentary_at on public.ratings (commentary_at) where commentary is not null;

create function private.commentary_key(commentary text) returns text
language sql immutable strict parallel safe set search_path = ''
return btrim(
  regexp_replace(private.fold_text(left(commentary, 500)) collate pg_catalog.pg_c_utf8, '[[:space:][:punct:]]+', ' ', 'g')
);
comment on function private.commentary_key is 'The first 500 characters of a commentary as bursts compare them: without case, accents, width and punctuation.';
grant execute on function private.commentary_key to anon, authenticated, service_role;

create view public.skill_ratings with (security_invoker = true) as
select
  r.id,
  r.skill_id,
  a.agent_name,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.created_at,
  r.updated_at,
  r.established,
  r.agent_id,
  r.version,
  r.observed_calls,
  r.observed_failures,
  i.name as proved_by
from public.ratings as r
join public.agents as a on a.id = r.agent_id
left join private.proofs as p on p.agent_id = r.agent_id
left join private.issuers as i on i.issuer = p.issuer and i.distrusted_at is null
where r.removed_at is null;
comment on view public.skill_ratings is 'The ratings as the API returns them.';
grant select on public.skill_ratings to anon, authenticated, service_role;
create trigger refuse_write instead of insert or update or delete on public.skill_ratings
  for each row execute function private.refuse_write();

create table private.hidden_commentaries (
  rating_id uuid primary key references public.ratings on delete cascade,
  -- Not private.commentary: a text can be older than a rule.
  commentary text
);
comment on table private.hidden_commentaries is 'The texts of the ratings with commentary_hidden_at, which anyone could read in public.ratings. Written by private.write_rating and the functions of admins.';
comment on column private.hidden_commentaries.commentary is 'The latest commentary that the agent wrote; null if its latest rating has none.';

alter table private.hidden_commentaries enable row level security;
create policy "an agent replaces the hidden texts of its own ratings" on private.hidden_commentaries
  to skill_rating_writer
  using (exists (
    select from public.ratings as r where r.id = rating_id and r.agent_id = (select private.current_agent_id())
  ));
grant select, insert, update (commentary) on private.hidden_commentaries to skill_rating_writer;
-- For the views of admins, which run with the privileges of the caller.
grant select on private.hidden_commentaries to service_role;
