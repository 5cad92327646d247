set local lock_timeout = '2s';

-- In a transaction of its own: it writes all documents, and searches go on. Until it ends, a search by newest finds old skills in another
-- order, those for servers or for what npx skills can add find none of them, and those for pages find servers, too.
do $$
begin
  lock table public.skills, private.registry_servers in share row exclusive mode;
end
$$;

update private.skill_documents as d set created_at = s.created_at, words = d.words || private.document_marks(d.skill_id)
from public.skills as s where s.id = d.skill_id;
