set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  types    text[],
  searches integer
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  lowest constant float8 := (select min(frequency) from unnest(terms));
  query tsquery;
  common tsquery[];
  matches tid[] := private.find_documents(
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), types, max_complete, lowest
  );
begin
  if cardinality(matches) >= enough then
    return matches;
  end if;
  if cardinality(terms) > 1 then
    select
      private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
      array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
    into query, common
    from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
    where finder is not null;
    matches := matches || private.find_documents(query, types, max_partial, 0);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarer one.
      matches := matches
        || private.find_documents(common[1] && common[2], types, max_added, 0)
        || private.find_documents(common[1] && common[3], types, max_added, 0);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], types, max_added, lowest);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))), types, max_added, 0
      )
      || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), types, max_added, 0);
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), types, max_added, 0);
  end if;
  return matches;
end
$function$;
