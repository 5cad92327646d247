-- Look at the ratings and at left_out first. Then copy the calls in remove_ratings and suspend_agents
-- before you run either: the row is gone afterwards.
select * from admin.rating_bursts;
