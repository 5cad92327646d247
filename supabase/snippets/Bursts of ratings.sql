-- Look at the ratings and at left_out first. Then run the call in remove_ratings, and that in suspend_agents.
select * from admin.rating_bursts;
