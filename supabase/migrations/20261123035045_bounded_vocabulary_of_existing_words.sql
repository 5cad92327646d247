-- The vocabulary as private.remove_unused_words and private.add_words would have left it: without words that no skill contains any more,
-- and with at most private.crowd() words of each hash, the oldest.
set local lock_timeout = '2s';

delete from private.vocabulary as v
where not exists (
  select
  from (
    select distinct w.lexeme collate "C" as word
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
  ) as used
  where used.word = v.word
);

with entry as materialized (
  select v.word, deletion, row_number() over (partition by deletion order by v.ctid) as place
  from private.vocabulary as v cross join lateral unnest(v.deletions) as deletion
),
crowded as (
  insert into private.crowded_deletions (deletion)
  select deletion from entry where place = private.crowd() + 1
)
update private.vocabulary as v
set deletions = kept.deletions
from (
  select word, coalesce(array_agg(deletion) filter (where place <= private.crowd()), '{}') as deletions
  from entry
  group by word
  having max(place) > private.crowd()
) as kept
where v.word = kept.word;
