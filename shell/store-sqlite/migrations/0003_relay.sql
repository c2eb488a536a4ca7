-- The outbox is read now: a relay sends what is not marked as sent, in the order of its keys.
--
-- A task that is left lying without a turn of its own is announced too. What a turn is told as
-- stands beside its record, in the words of the surface that answered it.

ALTER TABLE turn_records ADD COLUMN round TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(round));

DROP TRIGGER messages_are_counted;
DROP TRIGGER turn_records_are_announced;

CREATE TABLE relayed (
  pk         INTEGER PRIMARY KEY AUTOINCREMENT,
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('new_message', 'interact_response', 'interrupted')),
  sequence   INTEGER,
  task_pk    INTEGER REFERENCES tasks (pk) ON DELETE CASCADE,
  turn       INTEGER,
  at_ms      INTEGER NOT NULL,
  sent_ms    INTEGER,
  CHECK ((kind = 'new_message') = (sequence IS NOT NULL)),
  CHECK ((kind = 'new_message') = (task_pk IS NULL)),
  CHECK ((kind = 'new_message') = (turn IS NULL))
) STRICT;

-- Nobody waits any more for what was announced before there was a relay.
INSERT INTO relayed (pk, session_pk, kind, sequence, task_pk, turn, at_ms, sent_ms)
SELECT pk, session_pk, kind, sequence, task_pk, turn, at_ms, at_ms FROM outbox ORDER BY pk;

DROP TABLE outbox;
ALTER TABLE relayed RENAME TO outbox;
CREATE INDEX outbox_by_session ON outbox (session_pk);
CREATE INDEX outbox_by_task ON outbox (task_pk);
CREATE INDEX outbox_by_age ON outbox (at_ms);
CREATE INDEX outbox_unsent ON outbox (pk) WHERE sent_ms IS NULL;

CREATE TRIGGER outbox_keeps_its_order BEFORE UPDATE OF pk, session_pk, kind, sequence, task_pk, turn
ON outbox
BEGIN SELECT RAISE(ABORT, 'what is announced never changes'); END;

CREATE TRIGGER messages_are_counted AFTER INSERT ON messages
BEGIN
  UPDATE sessions SET message_count = NEW.sequence + 1, last_message_ms = NEW.at_ms
  WHERE pk = NEW.session_pk;
  INSERT INTO outbox (session_pk, kind, sequence, at_ms)
  VALUES (NEW.session_pk, 'new_message', NEW.sequence, NEW.at_ms);
END;

CREATE TRIGGER turn_records_are_announced AFTER INSERT ON turn_records
BEGIN
  INSERT INTO outbox (session_pk, kind, task_pk, turn, at_ms)
  SELECT session_pk, 'interact_response', NEW.task_pk, NEW.turn, NEW.at_ms
  FROM tasks WHERE pk = NEW.task_pk;
END;

-- A channel is named after a session's id alone, and that is unique for its owner only: the channel
-- belongs to the first who had the id.
CREATE INDEX sessions_by_id ON sessions (id);
