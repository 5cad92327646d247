-- Expected to be empty.
select * from private.stats_differences();
