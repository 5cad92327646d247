-- Then hide the text, remove the rating or dismiss the flags:
-- select admin.hide_commentary('<rating id>', '<reason>');
-- select admin.remove_ratings('{<rating id>}'::uuid[], '<reason>');
-- select admin.dismiss_flags('<rating id>', '<reason>');
select * from admin.flagged_ratings;
