-- Similar skills: GET /api/skills/{id or slug}/similar; docs/search.md explains it. In comments, 0.67 of 72 is the precision at 4
-- of `npm run bench -- similar` for the 30 skills of seed 1, and the number of similar skills that were judged, at most 120.

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
  select t.stem, bool_or(t.place = 0) as in_name
  from (
    select word, 0 as place
    from unnest(in_name) as word
    -- Not foobar of foo-bar: it would count the same words again.
    where not exists (
      select from unnest(in_name) as a cross join unnest(in_name) as b
      where word like a || '%' || b and word not in (a, b) and char_length(a) > 1 and char_length(b) > 1
    )
    union all
    select w.word, w.place::integer
    from unnest(private.split_words(private.fold_text(left(description, max_description)), false))
      with ordinality as w (word, place)
  ) as word
  cross join lateral (select (ts_lexize('pg_catalog.english_stem', word.word))[1] as stem, word.place) as t
  -- Without stop words, which have no stem, single characters, numbers and symbols.
  where t.stem <> all (private.generic_stems()) and char_length(t.stem) > 1
    and t.stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
  group by t.stem
  order by min(t.place)
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
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words constant integer := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  all_skills constant float8 := private.document_count();
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. Less
  -- in a catalogue of less than 10,000 skills.
  max_counted constant integer := 50;
  least_frequency constant float8 := least(max_counted, 1 + all_skills / 200);
  -- How many of the words of most weight are looked up.
  max_telling_words constant integer := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of quality (private.quality). With 0, 0.65 of 71; with 0.2,
  -- 0.66 of 71: ratings decide between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates constant integer := 300;
  enough_candidates constant integer := 60;
  max_frequency constant float8 := 5000;
  max_bytes constant integer := 100000;
  max_compared constant integer := 20;
  max_compared_words constant integer := 30;
  own public.skills;
  -- The most common words, with the share of the skills that contain them.
  shares jsonb;
  terms tsquery[];
  weights float8[];
  frequencies float8[];
  required_words integer;
  whole float8;
  query tsquery;
  candidates tid[] := '{}';
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  -- No lexeme contains a space.
  select jsonb_object(w.words, most_common_elem_freqs[:cardinality(w.words)]::text[]) into shares
  from pg_catalog.pg_stats cross join lateral string_to_array(array_to_string(most_common_elems, ' '), ' ') as w (words)
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  -- A term finds the skills that share a telling word. Synonyms of the stem belong into it.
  select array_agg(t.term), array_agg(t.weight), array_agg(t.frequency), least(min_shared_words, max(t.stems))
  into terms, weights, frequencies, required_words
  from (
    select
      private.term(t.stem) as term, f.frequency, t.stems,
      ln(1 + all_skills / greatest(f.frequency, least_frequency)) * case when t.in_name then name_boost else 1 end as weight
    from (select *, count(*) over () as stems from private.telling_stems(own.name, own.description)) as t
    cross join lateral (
      select coalesce(all_skills * (shares ->> t.stem)::float8, (
        select count(*) from (
          select from private.skill_documents as d where d.words @@ private.term(t.stem) limit max_counted
        ) as d
      )) as frequency
      offset 0
    ) as f
    -- One of them is the skill itself.
    where f.frequency > 1
    order by weight desc, t.stem
    limit max_telling_words
  ) as t;
  whole := (select sum(weight) from unnest(weights[:max_weighed_words]) as weight);
  if whole is null then
    return '{}';
  end if;

  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these.
  foreach query in array array(
    select string_agg(t.term::text, ' | ')::tsquery
    from (
      select u.term, sum(u.frequency) over (order by u.frequency, u.term) as running_frequency
      from unnest(terms, frequencies) as u (term, frequency)
    ) as t
    where t.running_frequency <= max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(terms, weights, frequencies) with ordinality as a (term, weight, frequency, place)
      join unnest(terms, weights, frequencies) with ordinality as b (term, weight, frequency, place) on a.place < b.place
      where b.place <= 5 and least(a.frequency, b.frequency) <= max_frequency
      order by a.weight + b.weight desc, a.place
    )
    union all
    select terms[1] where frequencies[1] <= max_frequency
  ) loop
    exit when cardinality(candidates) >= enough_candidates;
    candidates := candidates || array(
      select d.ctid from private.skill_documents as d where d.words @@ query limit max_candidates
    );
  end loop;

  return array(
    with telling as materialized (
      select * from unnest(terms, weights) as t (term, weight)
    ),
    candidate as materialized (
      select d.*, n.name, f.weight, v.coverage, v.name_share
      from (
        select c.ctid, sum(bytes) over (order by bytes, c.ctid) as bytes
        from (select distinct ctid from unnest(candidates) as ctid) as c
        join private.skill_documents as doc on doc.ctid = c.ctid
        cross join lateral pg_column_size(doc.words) as bytes
      ) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, quality, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= max_bytes offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) as shared_words,
          count(*) filter (where t.in_name) as in_name
        from (
          select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0
        ) as t
      ) as f
      cross join lateral (
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
      ) as v
      where f.shared_words >= required_words
      order by v.coverage + name_share_boost * v.name_share desc, d.skill_id
      limit max_compared
    )
    select s.skill_id
    from (
      select
        c.skill_id, c.quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from (
        select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
        from candidate
        offset 0
      ) as c
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * (shares ->> stem)::float8, least_frequency))
            * case when stem = any (c.in_name) then name_boost else 1 end as weight
          from unnest((tsvector_to_array(c.words))[:max_compared_words]) as stem
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (shares ? stem or stem = any (c.in_text))
          order by weight desc
          limit max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= min_similarity
    order by s.similarity + similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit most
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
    select coalesce(json_agg(c order by s.place), '[]')
    from unnest(similar_skills) with ordinality as s (id, place)
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
