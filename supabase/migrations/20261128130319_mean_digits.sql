set local lock_timeout = '2s';

-- In a transaction of its own: ratings of these skills wait until it ends. A trigger writes the means anew, with at most 17 digits.
update public.skill_stats set type = type where sub_scores::text ~ '[.][0-9]{5}';
