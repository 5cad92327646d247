-- The feed of a skill's ratings: GET /api/skills/{id or slug}/feed.atom. The feed of new skills is a list of skills.

create function public.get_rating_feed(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- Texts of 1 MB: the feed has at most that, and counts what it sends (functions/api/routes/feeds.ts).
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return json_build_object(
    'skill', (
      select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'created_at', s.created_at)
      from public.skills as s where s.id = skill
    ),
    'ratings', (
      select coalesce(json_agg(r order by r.updated_at desc, r.id desc), '[]')
      from (
        select id, sum(octet_length(commentary)) over (
          order by updated_at desc, id desc rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select id, updated_at, commentary from public.ratings
          where skill_id = skill and commentary is not null and removed_at is null
          order by updated_at desc, id desc
          limit 50
        ) as newest
      ) as page
      join public.skill_ratings as r on r.id = page.id
      where coalesce(page.bytes_before, 0) < 1000000
    )
  );
end
$$;
comment on function public.get_rating_feed is 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, up to the one whose text reaches 1 MB. Raises PT404.';
grant execute on function public.get_rating_feed to anon, authenticated;
