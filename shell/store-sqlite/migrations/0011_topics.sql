-- What is to be told names a topic, and whose it is: any surface can publish. A topic is its first owner's, for
-- names may be chosen by clients. What is said in a session and what its turns come to is read where it stands;
-- anything else brings its own body.

CREATE TABLE topics (
  name      TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 200),
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX topics_by_owner ON topics (tenant_id, user_id);

INSERT OR IGNORE INTO topics (name, tenant_id, user_id)
SELECT 'session-' || lower(hex(id)), tenant_id, user_id FROM sessions ORDER BY pk;

CREATE TRIGGER sessions_are_topics AFTER INSERT ON sessions
BEGIN
  INSERT OR IGNORE INTO topics (name, tenant_id, user_id)
  VALUES ('session-' || lower(hex(NEW.id)), NEW.tenant_id, NEW.user_id);
END;

-- Who had the same id next has it now.
CREATE TRIGGER sessions_are_topics_no_more AFTER DELETE ON sessions
BEGIN
  DELETE FROM topics WHERE name = 'session-' || lower(hex(OLD.id))
    AND tenant_id = OLD.tenant_id AND user_id = OLD.user_id;
  INSERT OR IGNORE INTO topics (name, tenant_id, user_id)
  SELECT 'session-' || lower(hex(id)), tenant_id, user_id FROM sessions
  WHERE id = OLD.id ORDER BY pk LIMIT 1;
END;

DROP TRIGGER messages_are_counted;
DROP TRIGGER turn_records_are_announced;

CREATE TABLE published (
  pk         INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  topic      TEXT NOT NULL CHECK (length(topic) BETWEEN 1 AND 200),
  kind       TEXT NOT NULL,
  session_pk INTEGER REFERENCES sessions (pk) ON DELETE CASCADE,
  sequence   INTEGER,
  task_pk    INTEGER REFERENCES tasks (pk) ON DELETE CASCADE,
  turn       INTEGER,
  body       TEXT CHECK (json_valid(body)),
  at_ms      INTEGER NOT NULL,
  sent_ms    INTEGER,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE,
  CHECK ((session_pk IS NULL) = (body IS NOT NULL)),
  CHECK (session_pk IS NULL OR kind IN ('new_message', 'interact_response', 'interrupted')),
  CHECK ((sequence IS NOT NULL) = (session_pk IS NOT NULL AND kind = 'new_message')),
  CHECK ((task_pk IS NOT NULL) = (session_pk IS NOT NULL AND kind <> 'new_message')),
  CHECK ((turn IS NULL) = (task_pk IS NULL))
) STRICT;

INSERT INTO published
  (pk, tenant_id, user_id, topic, kind, session_pk, sequence, task_pk, turn, at_ms, sent_ms)
SELECT o.pk, s.tenant_id, s.user_id, 'session-' || lower(hex(s.id)), o.kind, o.session_pk, o.sequence,
       o.task_pk, o.turn, o.at_ms, o.sent_ms
FROM outbox o JOIN sessions s ON s.pk = o.session_pk ORDER BY o.pk;

DROP TABLE outbox;
ALTER TABLE published RENAME TO outbox;
CREATE INDEX outbox_by_owner ON outbox (tenant_id, user_id);
CREATE INDEX outbox_by_session ON outbox (session_pk);
CREATE INDEX outbox_by_task ON outbox (task_pk);
CREATE INDEX outbox_by_age ON outbox (at_ms);
CREATE INDEX outbox_unsent ON outbox (pk) WHERE sent_ms IS NULL;

CREATE TRIGGER outbox_keeps_its_order
BEFORE UPDATE OF pk, tenant_id, user_id, topic, kind, session_pk, sequence, task_pk, turn, body ON outbox
BEGIN SELECT RAISE(ABORT, 'what is announced never changes'); END;

CREATE TRIGGER messages_are_counted AFTER INSERT ON messages
BEGIN
  UPDATE sessions SET message_count = NEW.sequence + 1, last_message_ms = NEW.at_ms
  WHERE pk = NEW.session_pk;
  INSERT INTO outbox (tenant_id, user_id, topic, kind, session_pk, sequence, at_ms)
  SELECT tenant_id, user_id, 'session-' || lower(hex(id)), 'new_message', pk, NEW.sequence, NEW.at_ms
  FROM sessions WHERE pk = NEW.session_pk;
END;

CREATE TRIGGER turn_records_are_announced AFTER INSERT ON turn_records
BEGIN
  INSERT INTO outbox (tenant_id, user_id, topic, kind, session_pk, task_pk, turn, at_ms)
  SELECT s.tenant_id, s.user_id, 'session-' || lower(hex(s.id)), 'interact_response', s.pk,
         NEW.task_pk, NEW.turn, NEW.at_ms
  FROM tasks t JOIN sessions s ON s.pk = t.session_pk WHERE t.pk = NEW.task_pk;
END;
