set local lock_timeout = '2s';

-- The foreign key of identifiers was created before that of ratings, so that deleting a skill locked its identifiers first. A rating locks
-- the rating, then the aggregates, then the identifiers, whose score it changes: both could deadlock.
-- pgls-ignore lint/safety/addingForeignKeyConstraint: Checking some 100,000 identifiers takes less than a second.
-- pgls-ignore lint/safety/constraintMissingNotValid: The same.
alter table private.skill_identifiers
  drop constraint skill_identifiers_skill_id_fkey,
  add constraint skill_identifiers_skill_id_fkey foreign key (skill_id) references public.skills on delete cascade;
