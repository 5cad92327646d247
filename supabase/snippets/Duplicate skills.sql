-- Skills that are probably the same. Look at what a merge would do, then add confirm => true to the call.
select duplicate, keep, identifiers, merge_call, no_call_reason
from admin.duplicate_skills;
