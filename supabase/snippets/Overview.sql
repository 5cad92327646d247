-- What there is, and what is new.
select * from admin.overview;
