set local lock_timeout = '2s';

-- What an admin set to infinity, or beyond these years.
update public.agents set created_at = least(greatest(created_at, '0001-01-01T00:00:00Z'), '9999-12-31T23:59:59Z')
where created_at < '0001-01-01T00:00:00Z' or created_at >= '10000-01-01T00:00:00Z';
update public.skills set
  created_at = least(greatest(created_at, '0001-01-01T00:00:00Z'), '9999-12-31T23:59:59Z'),
  updated_at = least(greatest(updated_at, '0001-01-01T00:00:00Z'), '9999-12-31T23:59:59Z'),
  retired_at = case when retired_at is not null then least(greatest(retired_at, '0001-01-01T00:00:00Z'), '9999-12-31T23:59:59Z') end
where least(created_at, updated_at, retired_at) < '0001-01-01T00:00:00Z'
  or greatest(created_at, updated_at, retired_at) >= '10000-01-01T00:00:00Z';
update public.ratings set
  created_at = least(greatest(created_at, '0001-01-01T00:00:00Z'), '9999-12-31T23:59:59Z'),
  updated_at = least(greatest(updated_at, '0001-01-01T00:00:00Z'), '9999-12-31T23:59:59Z')
where least(created_at, updated_at) < '0001-01-01T00:00:00Z' or greatest(created_at, updated_at) >= '10000-01-01T00:00:00Z';

-- In the order in which a rating locks them.
-- pgls-ignore lint/safety/constraintMissingNotValid: Reads each table once, 0.3 s for a million rows.
ALTER TABLE "public"."agents"
  ADD CONSTRAINT "agents_times_valid" CHECK (((created_at >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '10000-01-01 00:00:00+00'::timestamp
    with time zone)));

-- pgls-ignore lint/safety/constraintMissingNotValid: Reads each table once, 0.3 s for a million rows.
-- pgls-ignore lint/safety/avoidWideLockWindow: The locks are short.
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_times_valid" CHECK (((LEAST(created_at, updated_at, retired_at) >= '0001-01-01 00:00:00+00'::timestamp
    with time zone) AND (GREATEST(created_at, updated_at, retired_at) < '10000-01-01 00:00:00+00'::timestamp with time zone)));

-- pgls-ignore lint/safety/constraintMissingNotValid: Reads each table once, 0.3 s for a million rows.
-- pgls-ignore lint/safety/avoidWideLockWindow: The locks are short.
ALTER TABLE "public"."ratings"
  ADD CONSTRAINT "ratings_times_valid" CHECK (((LEAST(created_at, updated_at) >= '0001-01-01 00:00:00+00'::timestamp
    with time zone) AND (GREATEST(created_at, updated_at) < '10000-01-01 00:00:00+00'::timestamp with time zone)));
