-- Similar skills: GET /api/skills/{id or slug}/similar; docs/search.md explains it. In comments, 0.67 of 72 is the precision at 4
-- for the 30 skills of seed 1 there, and the number of similar skills that were judged, at most 120.

create type private.telling_word as (
  term tsquery,
  weight float8,
  frequency float8
);
comment on type private.telling_word is 'A word that can tell what a skill does, with its weight and the number of skills that contain it.';

create function private.generic_stems() returns text[]
language sql immutable parallel safe set search_path = ''
return '{
  mcp,server,tool,agent,skill,api,librari,lib,plugin,packag,modul,util,helper,sdk,npm,io,app,applic,project,core,framework,
  wrapper,bot,softwar,ai,llm,model,context,protocol,assist,claud,chatgpt,gpt,node,nodej,javascript,js,typescript,ts,code,
  program,develop,open,sourc,use,provid,support,base,implement,definit,type,common,function,work,get,set,make,help,allow,
  enabl,let,includ,creat,handl,manag,built,build,collect,featur,interfac,system,standard,depend,perform,simpl,easi,easili,
  fast,quick,quickli,lightweight,tini,small,minim,minimalist,modern,power,high,best,new,wip,free,offici,friend,awesom,
  popular,advanc,robust,flexibl,reusabl,custom,configur,modular,portabl,univers,extens,extend,agnost,interact,complet,fulli,
  basic,general,generic,primari,main,varieti,various,multipl,differ,zero,one,two,way,thing,need,like,also,can,via,etc,just,
  without
}'::text[];
comment on function private.generic_stems is 'Stems that do not tell skills apart: what most of them are, and praise.';

create function private.telling_stems(name text, description text) returns table (stem text, in_name boolean)
language plpgsql immutable parallel safe rows 16 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- The beginning of a description says what a skill does. Both limits bound the cost.
  max_description constant integer := 400;
  max_stems constant integer := 24;
  -- Without the part of a name that says who publishes the skill: @scope/name, io.github.owner/name.
  own_name constant text := coalesce(nullif(regexp_replace(name, '^.*/', ''), ''), name);
  in_name constant text[] := (private.name_words(own_name))[:16];
begin
  return query
  select t.stem, bool_or(t.ordinal = 0) as in_name
  from (
    select word, 0 as ordinal
    from unnest(in_name) as word
    -- Not foobar of foo-bar: it would count the same words again.
    where not exists (
      select from unnest(in_name) as a cross join unnest(in_name) as b
      where word like a || '%' || b and word not in (a, b) and greatest(char_length(a), char_length(b)) > 1
    )
    union all
    select w.word, w.ordinal::integer
    from unnest(private.split_words(private.fold_text(left(description, max_description)), false))
      with ordinality as w (word, ordinal)
  ) as word
  cross join lateral (select (ts_lexize('pg_catalog.english_stem', word.word))[1] as stem, word.ordinal) as t
  -- Without stop words, which have no stem, single characters, numbers and symbols.
  where t.stem <> all (private.generic_stems()) and char_length(t.stem) > 1
    and t.stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
  group by t.stem
  order by min(t.ordinal)
  limit max_stems;
end
$$;
comment on function private.telling_stems is 'The stems of a name and a description that can tell what a skill does, in their order.';

create function private.find_similar_skills(skill uuid) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  most constant integer := 10;
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven constant integer := 5;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74.
  max_counted constant integer := 50;
  -- How many words, those of most weight, stand for a text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_telling_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost. The index of words is read for pairs of words with one in at most max_frequency skills.
  max_paired_words constant integer := 4;
  max_frequency constant float8 := 5000;
  max_candidates constant integer := 300;
  max_proven_candidates constant integer := 100;
  max_compared constant integer := 20;
  max_compared_words constant integer := 30;
  all_skills constant float8 := private.document_count();
  -- Less in a catalogue of less than 10,000 skills.
  least_frequency constant float8 := least(max_counted, 1 + all_skills / 200);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
  query tsquery;
  candidates tid[];
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(
    select row(private.term(t.stem), w.weight, f.frequency)::private.telling_word
    from unnest(own_stems, is_in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), max_counted)
      ) as frequency
      offset 0
    ) as f
    cross join lateral (
      select
        ln(1 + all_skills / greatest(f.frequency, least_frequency)) * case when t.in_name then name_boost else 1 end as weight
    ) as w
    -- One of them is the skill itself.
    where f.frequency > 1
    order by w.weight desc, t.stem
    limit max_telling_words
  );
  whole := (select sum(weight) from unnest(own_words));
  if whole is null then
    return '{}';
  end if;
  -- Skills that share only one word are seldom similar: with these, 0.63 of 76.
  query := coalesce(
    (
      select private.any_of(array_agg(a.term && b.term))
      from unnest(own_words[:max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:max_paired_words]) with ordinality as b (term, weight, frequency, ordinal) on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= max_frequency
    ),
    (select term from unnest(own_words) where cardinality(own_stems) = 1 and frequency <= max_frequency)
  );
  -- Copies of a bad skill can be all of the first candidates: those with enough established ratings have places of their own.
  candidates := private.find_documents(query, max_candidates, 0) || array(
    select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit max_proven_candidates
  );

  return array(
    with telling as materialized (
      select term, weight from unnest(own_words)
    ),
    -- The candidates with words of the skill.
    candidate as materialized (
      select
        d.skill_id, d.type, d.is_proven, f.weight, v.coverage, v.name_share,
        v.coverage + name_share_boost * v.name_share as likeness, d.words
      from (select distinct ctid from unnest(candidates) as ctid) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / greatest(d.name_words, 1)) as name_share
      ) as v
    ),
    -- Those that have most of them.
    compared as (
      select *
      from (
        select
          *, row_number() over (order by likeness desc, skill_id) as ordinal,
          row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
        from candidate
      ) as c
      where ordinal <= max_compared or is_proven and ordinal_of_kind <= most - most_unproven
    ),
    similar_skill as (
      select
        c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from compared as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when weights && '{A}' then name_boost else 1 end as weight
          from (select lexeme as stem, weights from unnest(c.words) limit max_compared_words) as w
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            -- Not a mark.
            and stem not like '~%'
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or weights && '{B,C}')
          order by weight desc
          limit max_telling_words
        ) as w
      ) as o
    ),
    listed as (
      select r.skill_id, r.is_good, r.value
      from (
        select
          s.skill_id, s.is_proven, s.is_proven and s.quality >= private.quality(0, 0) as is_good, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from similar_skill as s
        cross join lateral (select s.similarity + similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > most_unproven, r.value desc, r.skill_id desc
      limit most
    )
    -- Copies of a text cost nothing: what established agents recommend comes first.
    select skill_id from listed order by is_good desc, value desc, skill_id desc
  );
end
$$;
comment on function private.find_similar_skills is 'The skills that are most similar to a skill, at most 10: those with 3 established ratings and a mean of at least 3 first, each group best first; none for a retired skill.';

create function public.list_similar_skills(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  similar_skills uuid[] := private.find_similar_skills(private.resolve_skill(p_skill));
begin
  return json_build_object('skills', (
    select coalesce(json_agg(c order by s.ordinal), '[]')
    from unnest(similar_skills) with ordinality as s (id, ordinal)
    join public.skill_catalogue as c on c.id = s.id
  ));
end
$$;
comment on function public.list_similar_skills is 'GET /api/skills/{id or slug}/similar: at most 10 skills that do the same as a skill, or as the skill that it was merged into, best first. Raises PT404.';

-- A function of the API runs with the rights of its caller, so this is what list_similar_skills calls.
grant execute on function
  private.name_words, private.generic_stems, private.telling_stems, private.find_similar_skills
  to anon, authenticated;
grant execute on function public.list_similar_skills to anon, authenticated;
