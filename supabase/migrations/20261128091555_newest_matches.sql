set local lock_timeout = '2s';

-- In a transaction of its own: it writes all documents, and only ratings and submissions of the same skills wait for it.
update private.skill_documents as d set created_at = s.created_at from public.skills as s where s.id = d.skill_id;

alter table private.flags validate constraint flags_skill_id_fkey;
alter table private.monthly_ratings validate constraint monthly_ratings_skill_id_fkey;
