-- Replace the name. Then, if it is needed: select admin.suspend_agent('<name>', '<reason>');
select agent_overview.*, ratings_with_names.*
from admin.agent_overview left join admin.ratings_with_names using (agent)
where agent = 'Ada';
