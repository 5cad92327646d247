-- What the ratings of a skill add to its relevance, which its document keeps.

create function private.quality(score bigint, established_ratings integer) returns bigint
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- An unrated skill counts as 3 claws.
  neutral constant bigint := 3000000000;
  -- The score that new agents can reach is at most an eighth of a claw from neutral (private.bayesian_average). Within it, scores only
  -- decide between skills of the same relevance, so that no number of new accounts can buy a better one.
  free constant bigint := 125000000;
  -- The weight of evidence: benchmarks/results/search.md has the figures of others.
  evidence_weight constant float8 := 0.5;
  difference bigint := case score when 0 then 0 else score - neutral end;
begin
  return 1000 * neutral + round(
    sign(difference) * (1000 * greatest(abs(difference) - free, 0) + least(abs(difference), free))
    * (1 + evidence_weight * ln(1 + established_ratings::float8))
  )::bigint;
end
$$;
comment on function private.quality is 'What the ratings of a skill add to its relevance, in trillionths of a claw: how far its score in the order top (0 when unrated), in billionths, is from 3 claws, and more the more established ratings it has. Of as many of these, the better score has the better quality. A change must rewrite the column of private.skill_documents.';

create function private.is_proven(established_ratings integer) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return established_ratings >= 3;
end
$$;
comment on function private.is_proven is 'Whether a skill has as many established ratings as make a verdict.';

-- For searches, which run with the rights of their caller.
grant execute on function private.quality to anon, authenticated;

create function private.update_quality() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update private.skill_documents as d set
    quality = private.quality(new.score, new.established_ratings), is_proven = private.is_proven(new.established_ratings)
  where d.skill_id = new.skill_id;
  return null;
end
$$;
comment on function private.update_quality is 'Keeps the quality of a skill in its document, so that a search need not compute it for each candidate.';

create trigger update_quality after update on public.skill_stats
  for each row when ((new.score, new.established_ratings) is distinct from (old.score, old.established_ratings))
  execute function private.update_quality();

create function private.quality_differences() returns table (skill_id uuid, stored bigint, recomputed bigint)
language sql stable set search_path = ''
begin atomic
  select d.skill_id, d.quality, private.quality(s.score, s.established_ratings)
  from private.skill_documents as d join public.skill_stats as s on s.skill_id = d.skill_id
  where (d.quality, d.is_proven) <> (private.quality(s.score, s.established_ratings), private.is_proven(s.established_ratings));
end;
comment on function private.quality_differences is 'The documents whose quality, or is_proven, is not that of the ratings of their skill. No rows is the right answer.';
