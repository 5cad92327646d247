-- What admins did.
select at, role, action, reason, details from admin.audit_log where at > now() - interval '7 days' order by id desc;
