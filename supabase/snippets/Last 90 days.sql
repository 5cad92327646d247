-- Registrations, ratings, skills and flags of each day.
select * from admin.daily;
