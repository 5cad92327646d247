-- The skills whose rank in the order top changed most by the first ratings of the last 7 days.
select skill, rank_before, rank_now, rank_before - rank_now as change, new_ratings, new_established_ratings
from (
  select
    s.slug as skill,
    rank() over (order by st.score desc) as rank_now,
    rank() over (
      order by private.bayesian_average(
        st.established_ratings - coalesce(recent.established_ratings, 0),
        st.established_claws - coalesce(recent.established_claws, 0),
        st.total_ratings - coalesce(recent.ratings, 0),
        st.total_claws - coalesce(recent.claws, 0),
        3
      ) desc
    ) as rank_before,
    coalesce(recent.ratings, 0) as new_ratings,
    coalesce(recent.established_ratings, 0) as new_established_ratings
  from public.skill_stats as st
  join public.skills as s on s.id = st.skill_id
  left join (
    select
      r.skill_id,
      count(*)::integer as ratings,
      sum(r.claws) as claws,
      (count(*) filter (where r.established))::integer as established_ratings,
      coalesce(sum(r.claws) filter (where r.established), 0) as established_claws
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    group by r.skill_id
  ) as recent on recent.skill_id = st.skill_id
  where st.type is not null
) as ranked
where new_ratings > 0 and rank_before <> rank_now
order by new_established_ratings > 0 desc, abs(rank_before - rank_now) desc, skill
limit 50;
