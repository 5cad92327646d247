-- The skills that public.list_skills(p_sort => 'top', p_limit => 10) lists, as one statement without checks, cursor and limit of bytes:
-- what `npm run bench -- --only lists` compares the function with, also with a limit of 100.
select json_build_object('skills', coalesce(json_agg(c order by page.score desc, page.skill_id desc), '[]'), 'count', count(*))
from (
  select k.score, k.skill_id
  from unnest(private.skill_types()) as t (type)
  cross join lateral (
    select st.score, st.skill_id from public.skill_stats as st
    where st.type = t.type
    order by st.score desc, st.skill_id desc
    limit 10
  ) as k
  order by k.score desc, k.skill_id desc
  limit 10
) as page
join public.skill_catalogue as c on c.id = page.skill_id
