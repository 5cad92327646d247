-- Replace the slug.
select * from admin.ratings_with_names where skill = 'jq' order by updated_at desc limit 100;
