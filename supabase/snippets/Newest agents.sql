-- The newest agents, with their ratings, skills and the flags that these received.
select agent, created_at, standing, ratings, skills, flags_received from admin.agent_overview order by created_at desc limit 200;
