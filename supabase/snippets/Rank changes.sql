-- The skills that the new ratings of the last 7 days moved most.
select * from admin.movers;
