-- The orders of the catalogue, and the scan of a page in one of them.

-- All orders are defined here: name, direction, and the keys that sort before the id with their type. A position in an order is a JSON
-- array of these keys and the id. Each order has an index for each type, so that a page costs the same whatever the size of the catalogue.
do $do$
declare
  orders text[];
  patterns text[];
  branches text;
begin
  select
    array_agg(name),
    array_agg(format('^%s$', private.position_pattern(array_append(array_fill(type, array[n]), 'uuid')))),
    string_agg(format(
      $branch$
    when %1$s then
      after := coalesce(after, %2$s);
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(%3$s) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select %3$s from (%4$s) as s where s.type = t.type and (%3$s) %5$s (%6$s) order by %7$s limit wanted
          ) as s order by %7$s limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(%3$s) from (
          select %3$s from (%4$s) as s where id = any (matches) and (%3$s) %5$s (%6$s) order by %7$s limit wanted
        ) as s;
      end if;$branch$,
      quote_literal(name),
      -- The position before the first skill.
      quote_literal(to_jsonb(array_fill(
        case type || ' ' || direction
          when 'bigint desc' then '9223372036854775807' when 'bigint asc' then '-9223372036854775808'
          when 'timestamptz desc' then 'infinity' when 'timestamptz asc' then '-infinity'
          when 'text asc' then ''
        end, array[n]
      ) || case direction
        when 'desc' then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else '00000000-0000-0000-0000-000000000000'
      end)),
      array_to_string(keys || '{id}', ', '),
      case type
        when 'bigint' then 'select skill_id as id, * from public.skill_stats' else 'select * from public.skills where retired_at is null'
      end,
      case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('(after ->> %s)::%s', i, case i when n then 'uuid' else type end), ', ') from generate_series(0, n) as i),
      array_to_string(keys || '{id}', format(' %s, ', direction)) || ' ' || direction
    ), '')
  into orders, patterns, branches
  from (
    values
    ('top', 'desc', 'bigint', '{score}'::text[]),
    ('rating', 'desc', 'bigint', '{avg_tenths, total_ratings}'),
    ('most_rated', 'desc', 'bigint', '{total_ratings, score}'),
    ('reliability', 'desc', 'bigint', '{reliability_score}'),
    ('security', 'desc', 'bigint', '{security_score}'),
    ('speed', 'desc', 'bigint', '{speed_score}'),
    ('newest', 'desc', 'timestamptz', '{created_at}'),
    ('name', 'asc', 'text', '{name_key}')
  ) as o (name, direction, type, keys)
  cross join lateral cardinality(keys) as n;

  execute format(
    $function$
create function private.skill_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return %s::text[];

create function private.cursor_pattern(sort text) returns text
language sql immutable parallel safe set search_path = ''
-- By relevance, a cursor also has how the search ranks: the weights of its words, and the words that replace misspelt ones. Version
-- 1.0.0 wrote the corrected search instead of these.
return case sort when 'relevance' then %s else (%s::text[])[array_position(private.skill_orders(), sort)] end;

create function private.scan_in_order(sort text, types text[], matches uuid[], after jsonb, wanted integer) returns setof jsonb
language plpgsql stable rows 100 set search_path = ''
-- Planned once for all arguments: planning for the values at hand costs more than the scan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $body$
begin
  case sort%s
  end case;
end
$body$$function$,
    quote_literal(orders),
    quote_literal(format(
      '^\[%s, \{"weights": \{(?:%2$s(?:, %2$s)*)?\}(?:, "replaced": \{%3$s(?:, %3$s)*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$',
      private.position_pattern('{bigint,uuid}'), '"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?', '"[^"\\]+": "[^"\\]+"'
    )),
    quote_literal(patterns),
    branches
  );
end
$do$;
comment on function private.skill_orders is 'The orders of the catalogue.';
comment on function private.cursor_pattern is 'The regular expression of the positions in an order, or of a search by relevance.';
comment on function private.scan_in_order is 'The positions that follow one (null: all) in an order, of all skills of some types or only of the matches.';
grant execute on function private.skill_orders, private.cursor_pattern, private.scan_in_order to anon, authenticated;
