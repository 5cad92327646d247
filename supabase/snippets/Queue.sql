-- Then run one of the calls of a row: keep, hide, remove or suspend.
select * from admin.queue;
