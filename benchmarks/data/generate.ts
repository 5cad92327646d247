import { SIZES, type Size } from './sizes.ts'
import { WORDS } from './words.ts'

/** Raise it with every change of the generated rows, so that kept data is created again. */
export const GENERATOR_VERSION = 5

/** The share of the skills with ratings. */
const RATED = 0.93

/**
 * Statements that create the rows of a size, the same in every run: random numbers are hashes of the number of the row and a stream.
 * Agents and skills are created in the first year, ratings in the second. Uses only columns that all commits have.
 */
export function generatorSql(size: Size): string {
  const { skills, agents, ratings } = SIZES[size]
  const rated = Math.round(RATED * skills)
  return `
create function pg_temp.fraction(n bigint, stream bigint) returns float8 immutable parallel safe
return (hashint8extended(n, stream) & 1073741823) / 1073741824.0::float8;
create function pg_temp.below(n bigint, stream bigint, most bigint) returns bigint immutable parallel safe
return floor(pg_temp.fraction(n, stream) * most)::bigint;
create function pg_temp.one_of(n bigint, stream bigint, texts text[]) returns text immutable parallel safe
return texts[1 + pg_temp.below(n, stream, cardinality(texts))];
create function pg_temp.skill_id(n bigint) returns uuid immutable parallel safe return md5('skill ' || n)::uuid;
create function pg_temp.agent_id(n bigint) returns uuid immutable parallel safe return md5('agent ' || n)::uuid;

-- A different word for every number below 24 million: the factor and 70^4 have no common divisor.
create function pg_temp.syllable(n bigint) returns text immutable parallel safe
return substr('bdfghklmnprstv', 1 + (n % 70 / 5)::integer, 1) || substr('aeiou', 1 + (n % 5)::integer, 1);
create function pg_temp.syllables(n bigint) returns text immutable parallel safe
return pg_temp.syllable(n) || pg_temp.syllable(n / 70) || pg_temp.syllable(n / 4900) || pg_temp.syllable(n / 343000);
create function pg_temp.coined(n bigint) returns text immutable parallel safe return pg_temp.syllables(n * 7654321 % 24010000);

create temporary table word on commit drop as
select row_number() over () as n, word
from (
  select word from unnest('{${COMMON}}'::text[]) as word
  union all
  (
    select prefix || stem || suffix
    from unnest('{re,pre,auto,multi,meta,inter,over,sub,micro,hyper,cross,trans,semi,poly,mono}'::text[]) as prefix,
      unnest('{${STEMS}}'::text[]) as stem, unnest('{"",s,er,ers,ing,ed,able,ment,ness,less,wise}'::text[]) as suffix
    order by md5(prefix || stem || suffix)
  )
) as words;

-- Descriptions consist of these. The n-th most common word has about the frequency 1 / (n + 5): the Zipf-Mandelbrot law.
create temporary table phrase (id integer primary key, english text, chinese text) on commit drop;
insert into phrase
select p, string_agg(word, ' ' order by i), string_agg(pg_temp.one_of(99 * p + i, 2, '{${CHINESE}}'), '' order by i)
from generate_series(0, ${PHRASES - 1}) as p
cross join lateral generate_series(1, 5 + p % 10) as i
join word on word.n = floor(6 * ((select count(*) / 6.0::float8 from word) ^ pg_temp.fraction(99 * p + i, 1))) - 5
group by p;
analyze phrase;

-- Popularity is independent of the number of a skill, and so of its id and its age.
create temporary table skill on commit drop as
select
  n, rank, pg_temp.fraction(n, 11) < 0.06 as is_chinese, rank between ${Math.round(rated / 50)} and ${Math.round(rated / 50 + 0.013 * skills)} as is_bad,
  case
    when rank <= ${rated} then greatest(1, least(${agents / 2}, ceil(${topRatings(rated, ratings, agents / 2)}.0 / rank)))::integer
    else 0
  end as ratings
from (select n, row_number() over (order by hashint8extended(n, 10)) as rank from generate_series(1, ${skills}::bigint) as n) as ranked;

insert into public.agents (id, agent_name, agent_description, email, created_at)
select
  pg_temp.agent_id(n),
  case when n % 20 = 0 then pg_temp.one_of(n, 20, '{${ACCENTED}}') || ' ' || own else own || '-agent' end,
  case when n % 3 = 0 then 'Rates what it uses: ' || (select english from phrase where id = n % ${PHRASES}) || '.' end,
  case when n % 4 = 0 then own || '@example.com' end,
  timestamptz '2023-07-01 00:00:00Z' + n * interval '1 year' / ${agents}
from (select n, pg_temp.coined(4000000 + n) as own from generate_series(1, ${agents}) as n) as a;

insert into public.skills (id, name, slug, description, type, url, submitted_by, created_at, updated_at)
select
  pg_temp.skill_id(n), case when rank = ${skills / 2} then '${WORDS.exactName}' else name end, slug,
  case when is_chinese then concat(one.chinese, searched, ' ', found, ' ', two.chinese, '，', three.chinese, '。')
    else concat_ws(' ', one.english, searched, 'by', found, two.english, three.english) || '.' end,
  pg_temp.one_of(n, 36, '{${Array(55).fill('mcp')},${Array(30).fill('github')},${Array(12).fill('clawdbot')},other,other,other}'),
  case when pg_temp.fraction(n, 37) < 0.8 then 'https://example.com/skills/' || slug end,
  case when pg_temp.fraction(n, 38) < 0.9 then pg_temp.agent_id(1 + pg_temp.below(n, 39, ${agents})) end,
  created_at,
  case when pg_temp.fraction(n, 40) < 0.7 then created_at else created_at + interval '1 year' end
from skill
cross join lateral (
  select
    pg_temp.coined(2000000 + n) as found, initcap(pg_temp.coined(n)) as own, pg_temp.one_of(n, 30, '{${LAST_NAMES}}') as last,
    timestamptz '2023-07-01 00:00:00Z' + n * interval '1 year' / ${skills} as created_at
) as texts
cross join lateral (
  select
    lower(own || '-' || last) as slug,
    case
      when is_chinese then concat(pg_temp.one_of(n, 31, '{${CHINESE}}'), pg_temp.one_of(n, 32, '{${CHINESE}}'), ' ', own)
      when pg_temp.fraction(n, 33) < 0.14 then concat_ws(' ', pg_temp.one_of(n, 34, '{${ACCENTED}}'), own, last)
      else concat_ws(' ', pg_temp.one_of(n, 35, '{${FIRST_NAMES}}'), own, last)
    end as name
) as named
join phrase as one on one.id = pg_temp.below(n, 41, ${PHRASES})
join phrase as two on two.id = pg_temp.below(n, 42, ${PHRASES})
join phrase as three on three.id = pg_temp.below(n, 43, ${PHRASES})
cross join lateral (
  select string_agg(word, ' ') as searched
  from (
    values
      ('${WORDS.p10}', pg_temp.fraction(n, 50) < 0.1),
      ('${WORDS.p3}', pg_temp.fraction(n, 51) < 0.03),
      ('${WORDS.p1}', pg_temp.fraction(n, 52) < 0.01),
      ('${WORDS.p01}', pg_temp.fraction(n, 53) < 0.001),
      ('${WORDS.rare7}', n % ${Math.floor(skills / 7)} = 0),
      ('${WORDS.onlyBadlyRated}', is_bad),
      ('${WORDS.neverMeetA}', pg_temp.fraction(n, 54) < 0.3),
      ('${WORDS.neverMeetB}', pg_temp.fraction(n, 54) >= 0.7),
      ('${WORDS.cjkCommon}', is_chinese and pg_temp.fraction(n, 55) < 0.4),
      ('${WORDS.cjkRare}', is_chinese and pg_temp.fraction(n, 56) < 0.017),
      ('${WORDS.rareTwoCharacters}', pg_temp.fraction(n, 57) < 0.0005)
  ) as words (word, is_contained)
  where is_contained
) as contained
order by n;

-- Every MCP server was imported and is in the registry, with three identifiers and that of its URL, unless the migrations are older.
do $do$
begin
  if to_regclass('private.imported_skills') is null then
    return;
  end if;
  insert into private.imports (source) values ('https://registry.example.com') on conflict do nothing;
  insert into private.imported_skills (source, external_name, skill_id)
  select 'https://registry.example.com', 'io.github.' || slug || '/server', id
  from public.skills where type = 'mcp';
  if to_regclass('private.registry_servers') is null then
    return;
  end if;
  insert into private.registry_servers (name, source, skill_id, server, published_at, source_updated_at, status_changed_at, updated_at)
  select
    name, 'https://registry.example.com', id,
    jsonb_build_object(
      'name', name, 'description', left(description, 100), 'version', '1.' || pg_temp.below(n, 80, 5) || '.0',
      'repository', jsonb_build_object('url', 'https://github.com/example/' || slug, 'source', 'github'),
      'packages', jsonb_build_array(jsonb_build_object(
        'registryType', 'npm', 'identifier', slug, 'version', '1.0.0', 'transport', jsonb_build_object('type', 'stdio'),
        'environmentVariables', jsonb_build_array(jsonb_build_object('name', 'API_KEY', 'isSecret', true, 'description', 'The key.'))
      ))
    ),
    created_at, created_at, created_at, created_at
  from (
    select id, slug, description, created_at, 'io.github.' || slug || '/server' as name, row_number() over (order by id) as n from public.skills where type = 'mcp'
  ) as s;
  if to_regclass('private.skill_identifiers') is not null then
    insert into private.skill_identifiers (skill_id, identifier, origins, state)
    select s.id, i, '{import}', 'active'
    from public.skills as s
    cross join lateral unnest(array[
      'io.github.' || s.slug || '/server', 'pkg:npm/' || s.slug, 'pkg:github/example/' || s.slug
    ]) as i
    where s.type = 'mcp';
  end if;
end
$do$;

-- The agents of a skill differ: the numbers of agents have only the factors 2 and 5, the steps neither.
insert into public.ratings (id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at)
select
  md5('rating ' || n)::uuid, pg_temp.skill_id(skill), pg_temp.agent_id(agent), claws,
  case when has_scores and n % 10 <> 0 then score - pg_temp.below(n, 66, 40) * 0.5 end,
  case when has_scores and n % 10 <> 1 then score - pg_temp.below(n, 67, 40) * 0.5 end,
  case when has_scores and n % 10 <> 2 then score - pg_temp.below(n, 68, 20) end,
  case when pg_temp.fraction(n, 69) < 0.2 then concat(
    pg_temp.one_of(n, 70, '{Did what it says,Broke on the first try,Fast enough,動作が速い,Très pratique,The output was exact}'),
    pg_temp.one_of(n, 71, '{".","; would use again.","; not for production.","; the errors are clear."," 👍"}')
  ) end,
  created_at, created_at
from (
  select
    n, skill, 1 + (first + step * i) % ${agents} as agent, claws, 20 * claws as score, pg_temp.fraction(n, 65) < 0.6 as has_scores,
    timestamptz '2024-07-01 00:00:00Z' + n * interval '1 year' / ${ratings} as created_at
  from (
    select
      row_number() over (order by hashint8extended(n * ${agents} + i, 60)) as n, n as skill, i,
      pg_temp.below(n, 61, ${agents}) as first, 10 * pg_temp.below(n, 62, ${agents / 10}) + 3 as step,
      case when is_bad then 1 else least(5, greatest(1, round(
        2 + 3 * pg_temp.fraction(n, 63) + 3.6 * pg_temp.fraction(n * ${agents} + i, 64) - 1.8
      ))) end::integer as claws
    from skill cross join lateral generate_series(1, skill.ratings) as i
  ) as ordered
) as r
where n <= ${ratings}
order by n;

-- What triggers derive from ratings, in the tables and columns that a commit has.
do $$
declare
  old_columns text := (
    select string_agg(quote_ident(attname), ', ')
    from pg_attribute as s join pg_attribute as r using (attname)
    where s.attrelid = 'public.skill_stats'::regclass and r.attrelid = to_regclass('private.recomputed_stats') and s.attnum > 0
  );
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
    from pg_attribute where attrelid = to_regclass('private.stats_change') and attnum > 0
  );
begin
  truncate public.skill_stats cascade;
  if to_regclass('private.standing') is not null then
    insert into private.standing (agent_id, established_at)
    select agent_id, now() from public.ratings group by agent_id having count(*) >= 3;
  end if;
  if to_regproc('private.set_counts_fully') is not null then
    update public.ratings set counts_fully = agent_id in (select agent_id from private.standing);
  end if;
  if to_regclass('private.monthly_ratings') is not null then
    insert into private.monthly_ratings (skill_id, month, total_ratings, claws_sum)
    select skill_id, date_trunc('month', created_at at time zone 'UTC'), count(*), sum(claws) from public.ratings group by 1, 2;
  end if;
  if old_columns is not null then
    execute format('insert into public.skill_stats (%1$s) select %1$s from private.recomputed_stats', old_columns);
  else
    update public.ratings set established = agent_id in (select agent_id from private.standing);
    execute format(
      'insert into public.skill_stats (type, %s) select s.type, c.* from public.skills as s
      cross join lateral private.sum_ratings(array(
        select private.counted_rating(r) from public.ratings as r where r.skill_id = s.id
      ), ''{}'') as c', columns
    );
    insert into public.skill_stats (skill_id, type) select id, type from public.skills on conflict do nothing;
  end if;

  -- The copies for searches and lookups, so that not every first rating of a skill changes them.
  if to_regprocedure('private.is_proven(integer)') is not null then
    update private.skill_documents as d set
      quality = private.quality(s.score, s.established_ratings), is_proven = private.is_proven(s.established_ratings)
    from public.skill_stats as s where s.skill_id = d.skill_id;
    update private.skill_identifiers as i set score = s.score from public.skill_stats as s where s.skill_id = i.skill_id;
  elsif to_regprocedure('private.quality(bigint)') is not null then
    update private.skill_documents as d set quality = private.quality(s.score)
    from public.skill_stats as s where s.skill_id = d.skill_id;
  end if;
end
$$;
`
}

/** The ratings of the most popular skill if there were no cap: by Zipf's law, all have at least the total. */
function topRatings(rated: number, total: number, cap: number): number {
  let top = total
  for (let i = 0; i < 100; i++) top = total / (1 + Math.log((rated * cap) / top))
  return Math.round(top)
}

const PHRASES = 20_000

/** As the elements of an array in SQL. */
const listOf = (words: string) => words.trim().split(/\s+/).join()

/** The most common words first. They and the suffixes contain each trigram of WORDS.absentOfCommonTrigrams. */
const COMMON = listOf(`
  server tool agent data file search model query code text context api command project user python local web task version
  integration database markdown connection document browser terminal prompt language memory json workflow session message result library
  access change support response request open source fast simple secure remote cloud schema table index cache token stream event issue
  branch commit pull review editor plugin client proxy storage bucket upload download image video audio speech chart graph report summary
  metric alert trace error debug test deploy build release package module function type format parse convert extract transform filter sort
  merge split batch queue schedule trigger webhook notification email inbox thread channel chat contact invoice payment order product
  customer account profile role policy permission secret vault encrypt hash sign verify audit backup snake_case 99.9% c++ node.js read-only`)
const STEMS = listOf(`
  load bind cast draw fold grid lock mask note pack page path plan port post push rank rate ring role scan seal seed send shape
  shard shift sort spec spin stack stage stamp state step stitch store strip swap tag tail tap team tick tile time tint trail tree tune
  turn view wave weave weld wind wire work wrap yield zone blend block board bond boot bridge buffer bundle canvas carve chain charm clasp
  cloud coast comb compass copper coral craft crate crest cross crystal dock drift drum ember engine fabric feather fiber filter flame`)
const CHINESE = listOf(`
  数据 索引 文件 搜寻 模型 服务 工具 天气 地图 日历 邮件 消息 浏览 终端 代码 测试 部署 安全 权限 存储 网络 云端`)
const ACCENTED = listOf(`
  Café Über Crème Señal Naïve Façade Grün Smörgås Łódź Škoda Zürich Straße Сервер Поиск Данные Λόγος Δίκτυο ＡＰＩ Ｔｏｏｌ 🚀 🦀 👩‍💻`)
const FIRST_NAMES = listOf(`
  Quiet Rapid Open Blue Golden Silver Iron Solar Lunar Polar Prime Nova Delta Echo Atlas Apex Data Code Git Web`)
const LAST_NAMES = listOf(`
  Server MCP Tool Agent Skill Kit Bot Client Bridge Connector Search Explorer Manager CLI Hub Engine Studio Builder`)
