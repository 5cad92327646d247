set local lock_timeout = '2s';

CREATE INDEX standing_suspended ON private.standing USING btree (agent_id)
  WHERE (suspended_at IS NOT NULL);
