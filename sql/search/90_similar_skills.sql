-- Similar skills: GET /api/skills/{id or slug}/similar; docs/search.md explains it. In comments, 0.67 of 72 is the precision at 4
-- for the 30 skills of seed 1 there, and the number of similar skills that were judged, at most 120.

create type private.telling_word as (
  term tsquery,
  weight float8,
  frequency float8
);
comment on type private.telling_word is 'A word that can tell what a skill does, with its weight and the number of skills that contain it.';

create function private.similarity_constants(
  out most integer, out most_unproven integer, out min_shared_words integer, out min_similarity float8, out name_boost float8,
  out name_share_boost float8,
  out max_counted integer, out max_telling_words integer, out max_weighed_words integer,
  out usual_length float8, out same_type_boost float8, out similarity_of_claw float8,
  out max_candidates integer, out enough_candidates integer, out max_paired_words integer, out max_frequency float8,
  out max_compared integer, out max_compared_words integer
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  most := 10;
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven := 5;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. See
  -- private.least_frequency.
  max_counted := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates := 300;
  enough_candidates := 60;
  max_paired_words := 5;
  max_frequency := 5000;
  max_compared := 20;
  max_compared_words := 30;
end
$$;
comment on function private.similarity_constants is 'The boosts and limits of the functions below.';

create function private.least_frequency(all_skills float8) returns float8
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return least((private.similarity_constants()).max_counted, 1 + all_skills / 200);
end
$$;
comment on function private.least_frequency is 'The number of skills below which a rarer word weighs no more: less in a catalogue of less than 10,000 skills.';

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

create function private.telling_words(stems text[], in_name boolean[]) returns setof private.telling_word
language plpgsql stable rows 12 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select
      private.term(t.stem) as term,
      ln(1 + all_skills / greatest(f.frequency, least_frequency))
        * case when t.in_name then limits.name_boost else 1 end as weight,
      f.frequency
    from unnest(stems, in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), limits.max_counted)
      ) as frequency
      offset 0
    ) as f
    -- One of them is the skill itself.
    where f.frequency > 1
    order by weight desc, t.stem
    limit limits.max_telling_words
  );
end
$$;
comment on function private.telling_words is 'The words of a skill that are looked up, those of most weight first.';

create function private.find_candidates(own_words private.telling_word[]) returns tid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= limits.max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:limits.max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:limits.max_paired_words]) with ordinality as b (term, weight, frequency, ordinal)
        on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= limits.max_frequency
      order by a.weight + b.weight desc, a.ordinal
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= limits.max_frequency
  ) loop
    exit when cardinality(candidates) >= limits.enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), limits.max_candidates, 0);
  end loop;
  return candidates;
end
$$;
comment on function private.find_candidates is 'The documents that may be similar.';

create function private.compare_candidates(
  skill uuid, candidates tid[], own_words private.telling_word[], required_words integer, whole float8
)
returns table (
  skill_id uuid, type text, words tsvector, name tsvector, is_proven boolean, weight float8, coverage float8, name_share float8
)
language plpgsql stable rows 20 set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  limits constant record := private.similarity_constants();
begin
  return query
  with telling as materialized (
    select term, weight from unnest(own_words)
  ),
  candidate as (
    select
      d.skill_id, d.type, d.words, n.name, d.is_proven, f.weight, v.coverage, v.name_share,
      v.coverage + limits.name_share_boost * v.name_share as likeness
    from (select distinct ctid from unnest(candidates) as ctid) as c
    -- Detoasts a long document once.
    join lateral (
      select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
      from private.skill_documents as doc where doc.ctid = c.ctid offset 0
    ) as d on d.skill_id <> skill
    cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
    cross join lateral (
      select
        sum(t.weight * case when t.in_name then 1 else least(1, sqrt(limits.usual_length / length(d.words))) end) as weight,
        count(*) as shared_words,
        count(*) filter (where t.in_name) as in_name
      from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
    ) as f
    cross join lateral (
      select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
    ) as v
    where f.shared_words >= required_words
  )
  select skill_id, type, words, name, is_proven, weight, coverage, name_share
  from (
    select
      *, row_number() over (order by likeness desc, skill_id) as ordinal,
      row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
    from candidate
  ) as c
  where ordinal <= limits.max_compared or is_proven and ordinal_of_kind <= limits.most - limits.most_unproven;
end
$$;
comment on function private.compare_candidates is 'The candidates that have most of the words of a skill: the weight of these words, its share of the whole, and the share of the words of the name.';

create function private.find_similar_skills(skill uuid) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name) as word);
  whole := (select sum(weight) from unnest(own_words[:limits.max_weighed_words]));
  if whole is null then
    return '{}';
  end if;

  return array(
    select k.skill_id
    from (
      select r.skill_id, r.value
      from (
        select
          s.skill_id, s.is_proven, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from (
          select
            c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
            -- The harmonic mean of how much of the skill is shared, and how much of the other one.
            (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + limits.name_share_boost * c.name_share)
              * case when c.type = own.type then limits.same_type_boost else 1 end as similarity
          from (
            select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
            from private.compare_candidates(
              skill, private.find_candidates(own_words), own_words, least(limits.min_shared_words, cardinality(own_stems)), whole
            )
            offset 0
          ) as c
          join public.skill_stats as st on st.skill_id = c.skill_id
          cross join lateral (
            select least(1, c.weight / sum(w.weight)) as coverage
            from (
              select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
                * case when stem = any (c.in_name) then limits.name_boost else 1 end as weight
              from unnest((tsvector_to_array(c.words))[:limits.max_compared_words]) as stem
              cross join lateral (
                select (select c.share from private.common_words as c where c.word = stem collate "C") as share offset 0
              ) as f
              where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
                and stem <> all (private.generic_stems()) and char_length(stem) > 1
                and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
                -- A rare word that is only in the name can be several words, joined.
                and (share is not null or stem = any (c.in_text))
              order by weight desc
              limit limits.max_weighed_words
            ) as w
          ) as o
        ) as s
        cross join lateral (select s.similarity + limits.similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= limits.min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > limits.most_unproven, r.value desc, r.skill_id desc
      limit limits.most
    ) as k
    order by k.value desc, k.skill_id desc
  );
end
$$;
comment on function private.find_similar_skills is 'The skills that are most similar to a skill, best first, at most 10; none for a retired skill.';

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
  private.name_words, private.similarity_constants, private.least_frequency, private.generic_stems, private.telling_stems,
  private.telling_words, private.find_candidates, private.compare_candidates, private.find_similar_skills
  to anon, authenticated;
grant execute on function public.list_similar_skills to anon, authenticated;
