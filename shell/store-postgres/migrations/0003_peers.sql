-- Who follows the outbox in another process is woken when something was committed to it, once a transaction. What it is
-- stands in the outbox alone; it is said who wrote, since they know.

CREATE OR REPLACE FUNCTION outbox_is_written() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5993987230152491008);
  PERFORM pg_notify('screen_agent_outbox', coalesce(current_setting('screen_agent.node', TRUE), ''));
  RETURN NULL;
END $$;

-- What all processes mean the same by, such as marks of keys.
ALTER TABLE about ADD COLUMN agreed JSONB NOT NULL DEFAULT '{}';
