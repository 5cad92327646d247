set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."ratings_agent_id";

DROP VIEW "public"."skill_catalogue";

DROP VIEW "private"."all_skills";

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "last_rated_at" timestamp WITH time zone;

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TYPE "private"."counted_rating" ADD ATTRIBUTE "rated_at" timestamp WITH time zone CASCADE;

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows),
      array(select id from new_rows),
      array(select skill_id from unnest(added || removed))
    );
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change private.stats_change;
begin
  -- One skill after another, in the order of the ids: the order of private.lock_stats.
  for change in select * from private.sum_ratings(added, removed) loop
    -- Before the statement that reads the newest rating, so that it sees those of the transactions that this one waited for.
    perform from public.skill_stats as s where s.skill_id = change.skill_id for no key update;
    update public.skill_stats as s set
      claws_1 = s.claws_1 + change.claws_1,
      claws_2 = s.claws_2 + change.claws_2,
      claws_3 = s.claws_3 + change.claws_3,
      claws_4 = s.claws_4 + change.claws_4,
      claws_5 = s.claws_5 + change.claws_5,
      reliability_count = s.reliability_count + change.reliability_count,
      reliability_sum = s.reliability_sum + change.reliability_sum,
      security_count = s.security_count + change.security_count,
      security_sum = s.security_sum + change.security_sum,
      speed_count = s.speed_count + change.speed_count,
      speed_sum = s.speed_sum + change.speed_sum,
      established_ratings = s.established_ratings + change.established_ratings,
      established_claws = s.established_claws + change.established_claws,
      established_reliability_count = s.established_reliability_count + change.established_reliability_count,
      established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
      established_security_count = s.established_security_count + change.established_security_count,
      established_security_sum = s.established_security_sum + change.established_security_sum,
      established_speed_count = s.established_speed_count + change.established_speed_count,
      established_speed_sum = s.established_speed_sum + change.established_speed_sum,
      last_rated_at = private.last_rated_at(s.skill_id)
    where s.skill_id = change.skill_id;
  end loop;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by c.skill_id, c.month
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_rating (
  rating public.ratings
)
  RETURNS private.counted_rating
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    rating.skill_id, private.month_of(rating.created_at), rating.established,
    rating.claws::integer, rating.reliability::numeric, rating.security::numeric, rating.speed::numeric, rating.updated_at
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.last_rated_at (
  skill uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
begin
  return (
    select max(newest.updated_at)
    from unnest('{true,false}'::boolean[]) as t (established) cross join lateral (
      select r.updated_at from public.ratings as r
      where r.skill_id = skill and r.established = t.established and r.removed_at is null
      order by r.updated_at desc, r.id desc limit 1
    ) as newest
  );
end
$function$;

-- Of the ratings so far.
update public.skill_stats set last_rated_at = private.last_rated_at(skill_id) where total_ratings > 0;

CREATE OR REPLACE FUNCTION private.reset_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.skill_stats set
    claws_1 = default, claws_2 = default, claws_3 = default, claws_4 = default, claws_5 = default,
    reliability_count = default, reliability_sum = default,
    security_count = default, security_sum = default,
    speed_count = default, speed_sum = default,
    established_ratings = default, established_claws = default,
    established_reliability_count = default, established_reliability_sum = default,
    established_security_count = default, established_security_sum = default,
    established_speed_count = default, established_speed_sum = default,
    last_rated_at = default;
  delete from private.monthly_ratings;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select stored.skill_id, to_jsonb(stored), to_jsonb(counted)
  from (
    select
      k.id as skill_id,
      (
        s.skill_id, s.claws_1, s.claws_2, s.claws_3, s.claws_4, s.claws_5, s.reliability_count, s.reliability_sum,
        s.security_count, s.security_sum, s.speed_count, s.speed_sum, s.established_ratings, s.established_claws,
        s.established_reliability_count, s.established_reliability_sum, s.established_security_count, s.established_security_sum,
        s.established_speed_count, s.established_speed_sum
      )::private.stats_change as sums,
      s.type,
      s.last_rated_at,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select array(
      select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
    ) as ratings
  ) as r
  cross join lateral (
    select
      coalesce(
        (select change from private.sum_ratings(r.ratings, '{}') as change),
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (select max(c.rated_at) from unnest(r.ratings) as c) as last_rated_at,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as counted
  where (stored.sums, stored.type, stored.last_rated_at, stored.months)
    is distinct from (counted.sums, counted.type, counted.last_rated_at, counted.months);
$function$;

CREATE OR REPLACE FUNCTION public.get_agent (
  p_agent text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        counted.total_ratings,
        counted.claws_counts,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      cross join lateral (
        select
          count(*) as total_ratings,
          json_build_object(
            '1', count(*) filter (where r.claws = 1), '2', count(*) filter (where r.claws = 2),
            '3', count(*) filter (where r.claws = 3), '4', count(*) filter (where r.claws = 4),
            '5', count(*) filter (where r.claws = 5)
          ) as claws_counts
        from public.ratings as r where r.agent_id = agent and r.removed_at is null
      ) as counted
      where a.id = agent
    ) as profile
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. More than 100 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
  matches jsonb[];
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after -> 0, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - '{correction,words}'::text[])
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"established_ratings":' || st.established_ratings
              || ',"established_mean":' || coalesce(private.established_mean(st.established_ratings, st.established_claws)::text, 'null')
              || ',"sub_scores":' || st.sub_scores || ',"last_rated_at":' || coalesce(to_json(st.last_rated_at)::text, 'null')
              || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$function$;

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    st.established_ratings,
    private.established_mean(st.established_ratings, st.established_claws) AS established_mean,
    st.sub_scores,
    st.last_rated_at,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    established_ratings,
    established_mean,
    sub_scores,
    last_rated_at,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

CREATE INDEX ratings_agent_id ON public.ratings USING btree (agent_id, updated_at DESC, id DESC) INCLUDE (removed_at, claws);

COMMENT ON COLUMN "public"."skill_stats"."last_rated_at" IS 'When a rating of the skill was last given or changed; null when unrated.';

COMMENT ON FUNCTION "private"."count_ratings"(private.counted_rating[], private.counted_rating[]) IS 'Adds ratings to the aggregates of their skills and subtracts those that are removed. Additions commute, and the newest rating is read anew: statements and triggers may call this in any order.';

COMMENT ON FUNCTION "private"."last_rated_at"(uuid) IS 'When a rating of a skill was last given or changed; null without ratings.';

COMMENT ON FUNCTION "public"."get_agent"(text) IS 'GET /api/agents/{id or name}: the public profile of an agent with its numbers of ratings by claws and its ten newest ratings. Raises PT404.';

COMMENT ON VIEW "private"."all_skills" IS 'All skills as the API returns them, including retired ones.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'The skills that are not retired, as the API returns them.';

REVOKE ALL ON FUNCTION "private"."last_rated_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_rated_at"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rated_at"(uuid) TO "postgres";

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

comment on column public.skill_catalogue.last_rated_at is 'When a rating was last given or changed; null when unrated.';

comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';

comment on column public.skill_catalogue.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';

comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
