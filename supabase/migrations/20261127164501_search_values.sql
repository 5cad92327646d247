set local lock_timeout = '2s';

-- In a transaction of its own: it writes all documents, and only ratings and submissions of the same skills wait for it.
-- The new columns have the values of skills without words and ratings.
update private.skill_documents as d
set text_score = private.text_score(d.words), is_proven = private.is_proven(s.established_ratings)
from public.skill_stats as s
where s.skill_id = d.skill_id;

select private.load_vocabulary();
