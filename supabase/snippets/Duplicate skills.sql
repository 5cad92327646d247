-- Skills with the same address. Look at what a merge would do, then add confirm => true:
-- select admin.merge_skills('<duplicate>', '<keep>', '<reason>');
select url, array_agg(slug order by created_at) as slugs
from public.skills
where retired_at is null and url is not null
group by url
having count(*) > 1;
