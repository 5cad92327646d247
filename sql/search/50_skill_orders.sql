-- The sort orders of the catalogue. Lists page through them by keyset pagination: a position is a JSON array of a skill's sort keys and
-- its id, and a page has the skills after a position. Each order has one index, led by the type.

create function private.skill_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return array['top', 'rating', 'most_rated'] || private.sub_scores() || array['newest', 'name'];
comment on function private.skill_orders is 'The sort orders of the catalogue.';

create function private.cursor_pattern(sort text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when sort = 'top' or sort = any (private.sub_scores()) then format('^%s$', private.position_pattern('{bigint,uuid}'))
    when sort in ('rating', 'most_rated') then format('^%s$', private.position_pattern('{bigint,bigint,uuid}'))
    when sort = 'newest' then format('^%s$', private.position_pattern('{timestamptz,uuid}'))
    when sort = 'name' then format('^%s$', private.position_pattern('{text,uuid}'))
    -- By relevance, a cursor also has how the search ranks: the weights of its words, and the words that replace misspelt ones. Version
    -- 1.0.0 wrote the corrected search instead of these, and positions without the third key (private.rank_skills).
    when sort = 'relevance' then format(
      '^\[(?:%s|%s), \{"weights": \{(?:%3$s(?:, %3$s)*)?\}(?:, "replaced": \{%4$s(?:, %4$s)*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$',
      private.position_pattern('{bigint,uuid}'), private.position_pattern('{bigint,uuid,bigint}'),
      '"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?', '"[^"\\]+": "[^"\\]+"'
    )
  end;
end
$$;
comment on function private.cursor_pattern is 'The regular expression of the positions in an order, or of a search by relevance.';

create function private.scan_in_order(sort text, types text[], matches uuid[], after jsonb, wanted integer) returns uuid[]
language plpgsql stable set search_path = ''
-- Planned once for all arguments: planning for the values at hand costs more than the scan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  -- The position before the first skill.
  after := coalesce(after, case sort
    when 'newest' then '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]'::jsonb
    when 'name' then '["", "00000000-0000-0000-0000-000000000000"]'
    when 'rating' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    when 'most_rated' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    else '[9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
  end);

  -- Each list of all types merges one index scan for each type.
  case sort
    when 'top' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.score desc, s.skill_id desc limit wanted
          ) as k
          order by k.score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'rating' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.avg_tenths, s.total_ratings, s.skill_id from public.skill_stats as s
            where s.type = t.type
              and (s.avg_tenths, s.total_ratings, s.skill_id)
                < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
            order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
          ) as k
          order by k.avg_tenths desc, k.total_ratings desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches)
            and (s.avg_tenths, s.total_ratings, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
        );
      end if;
    when 'most_rated' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.total_ratings, s.score, s.skill_id from public.skill_stats as s
            where s.type = t.type
              and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
            order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
          ) as k
          order by k.total_ratings desc, k.score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches)
            and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'reliability' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.reliability_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.reliability_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.reliability_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.reliability_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'security' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.security_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.security_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.security_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.security_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'speed' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.speed_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.speed_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.speed_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.speed_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'newest' then
      if matches is null then
        return array(
          select k.id from unnest(types) as t (type) cross join lateral (
            select s.created_at, s.id from public.skills as s
            where s.type = t.type and s.retired_at is null
              and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
            order by s.created_at desc, s.id desc limit wanted
          ) as k
          order by k.created_at desc, k.id desc limit wanted
        );
      else
        return array(
          select s.id from public.skills as s
          where s.id = any (matches) and s.retired_at is null
            and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
          order by s.created_at desc, s.id desc limit wanted
        );
      end if;
    when 'name' then
      if matches is null then
        return array(
          select k.id from unnest(types) as t (type) cross join lateral (
            select s.name_key, s.id from public.skills as s
            where s.type = t.type and s.retired_at is null
              and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
            order by s.name_key, s.id limit wanted
          ) as k
          order by k.name_key, k.id limit wanted
        );
      else
        return array(
          select s.id from public.skills as s
          where s.id = any (matches) and s.retired_at is null
            and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
          order by s.name_key, s.id limit wanted
        );
      end if;
  end case;
end
$$;
comment on function private.scan_in_order is 'The skills that follow a position (null: all) in an order, of some types or only of the matches.';

create function private.position_in_order(sort text, skill uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- A statement for each order, because a statement prepares all its branches at each call.
  case sort
    when 'top' then
      return (select jsonb_build_array(score, skill_id) from public.skill_stats where skill_id = skill);
    when 'rating' then
      return (select jsonb_build_array(avg_tenths, total_ratings, skill_id) from public.skill_stats where skill_id = skill);
    when 'most_rated' then
      return (select jsonb_build_array(total_ratings, score, skill_id) from public.skill_stats where skill_id = skill);
    when 'reliability' then
      return (select jsonb_build_array(reliability_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'security' then
      return (select jsonb_build_array(security_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'speed' then
      return (select jsonb_build_array(speed_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'newest' then
      return (select jsonb_build_array(created_at, id) from public.skills where id = skill);
    when 'name' then
      return (select jsonb_build_array(name_key, id) from public.skills where id = skill);
  end case;
end
$$;
comment on function private.position_in_order is 'The position of a skill in an order: its sort keys and its id. The time zone must be UTC.';

grant execute on function private.skill_orders, private.cursor_pattern, private.scan_in_order, private.position_in_order
to anon, authenticated;
