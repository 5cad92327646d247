-- Of the last 7 days: skills that got first ratings by 5 agents less than a day old in one hour, and texts that 3 ratings of a skill have.
-- A newly announced skill has honest bursts, and the first author of a text can be honest: look at the ratings first.
-- Then: select admin.remove_ratings('{<rating ids>}'::uuid[], '<reason>');
select
  s.slug as skill, 'new agents' as kind, count(*) as ratings, round(avg(r.claws), 1) as claws, min(r.created_at) as first_at,
  array_agg(a.agent_name order by r.created_at) as agents, array_agg(r.id order by r.created_at) as rating_ids
from public.ratings as r
join public.agents as a on a.id = r.agent_id
join public.skills as s on s.id = r.skill_id
where r.created_at > now() - interval '7 days' and r.removed_at is null and a.created_at > r.created_at - interval '1 day'
group by s.slug, date_trunc('hour', r.created_at)
having count(*) >= 5
union all
select
  s.slug, 'equal texts', count(*), round(avg(r.claws), 1), min(r.commentary_at),
  array_agg(a.agent_name order by r.commentary_at), array_agg(r.id order by r.commentary_at)
from public.ratings as r
join public.agents as a on a.id = r.agent_id
join public.skills as s on s.id = r.skill_id
where r.commentary_at > now() - interval '7 days' and r.removed_at is null and char_length(r.commentary) >= 20
group by s.slug, private.commentary_key(r.commentary)
having count(*) >= 3
order by first_at desc
limit 100;
