-- The skills and ratings of the cursors in recorded-cursors.json, with the ids and times that these contain.
insert into public.agents (id, agent_name, created_at)
select ('a0000000-0000-4000-8000-00000000000' || a)::uuid, 'Recorder ' || a, '2026-01-01Z'::timestamptz + a * interval '1 hour'
from generate_series(1, 5) as a;

insert into public.skills (id, name, description, type, created_at, updated_at)
select
  ('50000000-0000-4000-8000-00000000000' || s)::uuid, 'Lantern' || repeat(' lamp', s), 'Lights a room.', 'mcp', t.at, t.at
from generate_series(1, 5) as s cross join lateral (select '2026-02-01Z'::timestamptz + s * interval '1.5 seconds') as t (at);

-- Those who rate three skills.
insert into private.standing (agent_id, established_at)
select ('a0000000-0000-4000-8000-00000000000' || a)::uuid, '2026-03-01Z' from generate_series(1, 3) as a;

insert into public.ratings (id, agent_id, skill_id, claws, reliability, security, speed, version, created_at, updated_at)
select
  ('70000000-0000-4000-8000-0000000000' || a || s)::uuid,
  ('a0000000-0000-4000-8000-00000000000' || a)::uuid, ('50000000-0000-4000-8000-00000000000' || s)::uuid,
  greatest(6 - s, 1 + a % 4), 10 * s + a, 12.5 * (6 - s), 90 - s * s, '1.' || a % 2, t.at, t.at
from generate_series(1, 5) as a
cross join generate_series(1, 5) as s
cross join lateral (select '2026-03-01Z'::timestamptz + (10 * a + s) * interval '1.000001 seconds') as t (at)
-- The skills have different numbers of ratings.
where a <= s;

-- Now, so that the ratings of the first agent count: since 3.0.0, those of own skills do not.
update public.skills set submitted_by = 'a0000000-0000-4000-8000-000000000001' where id::text like '50000000-%';

-- Only the export lists these: more than fits in a page.
insert into public.skills (id, name, description, type, submitted_by, created_at, updated_at, retired_at)
select
  ('60000000-0000-4000-8000-000000000' || 100 + i)::uuid, 'Retired ' || i, repeat('-', 5000), 'other',
  'a0000000-0000-4000-8000-000000000001', t.at, t.at, t.at
from generate_series(1, 200) as i cross join lateral (select '2026-04-01Z'::timestamptz + i * interval '1 second') as t (at);
