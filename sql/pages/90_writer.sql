-- After the last function of skill_rating_writer: see sql/agents/05_writer.sql.

revoke create on schema private from skill_rating_writer;
