-- Then run one of the calls of a row: keep, hide, remove, suspend or retire_all. The next page: offset 100.
select * from admin.queue limit 100 offset 0;
