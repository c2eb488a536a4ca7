-- Ids are UUIDs as 16 bytes; times are milliseconds since the epoch. Rows that hang on a session
-- or a task refer to it by a short key of ours, because a session's id is the client's choice and
-- is unique for its owner only: another owner's id is simply not there.
--
-- Triggers and checks hold the invariants, so that no code path can break them:
--   steps are 0..n-1 and at most 50; one step at most is outstanding; a judged step, a terminal
--   task and a spoken message never change; messages are 0..m-1; whole tasks are deleted or none.

-- Who may come in.

CREATE TABLE tenants (
  id         BLOB PRIMARY KEY CHECK (length(id) = 16),
  name       TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id            BLOB PRIMARY KEY CHECK (length(id) = 16),
  tenant_id     BLOB NOT NULL REFERENCES tenants (id),
  email         TEXT NOT NULL UNIQUE,
  name          TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_ms    INTEGER NOT NULL,
  UNIQUE (tenant_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
  user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  revoked_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_user ON tokens (user_id);
CREATE INDEX tokens_by_expiry ON tokens (expires_ms);

CREATE TABLE preferences (
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  body      TEXT NOT NULL CHECK (json_valid(body)),
  saved_ms  INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE rate_windows (
  key      TEXT PRIMARY KEY,
  count    INTEGER NOT NULL CHECK (count > 0),
  reset_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_windows_by_reset ON rate_windows (reset_ms);

-- Conversations.

CREATE TABLE sessions (
  pk              INTEGER PRIMARY KEY,
  tenant_id       BLOB NOT NULL,
  user_id         BLOB NOT NULL,
  id              BLOB NOT NULL CHECK (length(id) = 16),
  url             TEXT NOT NULL,
  domain          TEXT NOT NULL,
  title           TEXT NOT NULL,
  renamed         INTEGER NOT NULL DEFAULT 0 CHECK (renamed IN (0, 1)),
  tab             INTEGER,
  status          TEXT NOT NULL DEFAULT 'active'
                  CHECK (status IN ('active', 'completed', 'failed', 'interrupted', 'archived')),
  initial_url     TEXT NOT NULL,
  initial_domain  TEXT NOT NULL,
  initial_query   TEXT,
  message_count   INTEGER NOT NULL DEFAULT 0,
  last_message_ms INTEGER NOT NULL DEFAULT 0,
  created_ms      INTEGER NOT NULL,
  updated_ms      INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX sessions_by_change ON sessions (tenant_id, user_id, status, updated_ms);
CREATE INDEX sessions_by_domain ON sessions (tenant_id, user_id, domain, status);
CREATE INDEX sessions_by_age ON sessions (status, updated_ms);

CREATE TABLE messages (
  session_pk  INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  sequence    INTEGER NOT NULL,
  id          BLOB NOT NULL CHECK (length(id) = 16),
  role        TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
  content     TEXT NOT NULL,
  action      TEXT,
  status      TEXT CHECK (status IN ('pending', 'success', 'failure')),
  error       TEXT,
  dom_summary TEXT CHECK (length(dom_summary) <= 200),
  metadata    TEXT CHECK (json_valid(metadata)),
  at_ms       INTEGER NOT NULL,
  PRIMARY KEY (session_pk, sequence)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER messages_are_numbered_without_gaps BEFORE INSERT ON messages
WHEN NEW.sequence IS NOT (SELECT message_count FROM sessions WHERE pk = NEW.session_pk)
BEGIN SELECT RAISE(ABORT, 'a message must have the next number of its session'); END;

CREATE TRIGGER messages_are_counted AFTER INSERT ON messages
BEGIN
  UPDATE sessions SET message_count = NEW.sequence + 1, last_message_ms = NEW.at_ms
  WHERE pk = NEW.session_pk;
  INSERT INTO outbox (session_pk, kind, sequence, at_ms)
  VALUES (NEW.session_pk, 'new_message', NEW.sequence, NEW.at_ms);
END;

CREATE TRIGGER messages_stay_as_said
BEFORE UPDATE OF session_pk, sequence, id, role, content, action, at_ms ON messages
BEGIN SELECT RAISE(ABORT, 'a message never changes'); END;

CREATE TRIGGER messages_go_with_their_session BEFORE DELETE ON messages
WHEN EXISTS (SELECT 1 FROM sessions WHERE pk = OLD.session_pk)
BEGIN SELECT RAISE(ABORT, 'a message is deleted with its session only'); END;

-- Tasks. The state is apart from the row, so that a lease does not rewrite it.

CREATE TABLE tasks (
  pk             INTEGER PRIMARY KEY,
  id             BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  tenant_id      BLOB NOT NULL,
  user_id        BLOB NOT NULL,
  session_pk     INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  query          TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('active', 'planning', 'executing', 'verifying',
                   'correcting', 'awaiting_user', 'completed', 'failed', 'interrupted')),
  url            TEXT NOT NULL,
  result         TEXT,
  step_count     INTEGER NOT NULL DEFAULT 0 CHECK (step_count BETWEEN 0 AND 50),
  turn_count     INTEGER NOT NULL DEFAULT 0,
  lease_id       BLOB CHECK (length(lease_id) = 16),
  lease_until_ms INTEGER CHECK ((lease_id IS NULL) = (lease_until_ms IS NULL)),
  created_ms     INTEGER NOT NULL,
  updated_ms     INTEGER NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX tasks_by_session ON tasks (session_pk, created_ms);
CREATE INDEX tasks_by_age ON tasks (status, updated_ms);
CREATE UNIQUE INDEX tasks_by_lease ON tasks (lease_id) WHERE lease_id IS NOT NULL;

CREATE TABLE task_states (
  task_pk INTEGER PRIMARY KEY REFERENCES tasks (pk) ON DELETE CASCADE,
  body    BLOB NOT NULL
) STRICT;

CREATE TABLE task_statuses (
  pk      INTEGER PRIMARY KEY,
  task_pk INTEGER NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE,
  status  TEXT NOT NULL,
  at_ms   INTEGER NOT NULL
) STRICT;
CREATE INDEX task_statuses_by_task ON task_statuses (task_pk);

CREATE TRIGGER tasks_begin_active BEFORE INSERT ON tasks
WHEN NEW.status <> 'active' OR NEW.step_count <> 0 OR NEW.turn_count <> 0
BEGIN SELECT RAISE(ABORT, 'a task begins active and empty'); END;

CREATE TRIGGER tasks_note_their_first_status AFTER INSERT ON tasks
BEGIN
  INSERT INTO task_statuses (task_pk, status, at_ms) VALUES (NEW.pk, NEW.status, NEW.created_ms);
END;

CREATE TRIGGER tasks_note_their_status AFTER UPDATE OF status ON tasks
WHEN OLD.status <> NEW.status
BEGIN
  INSERT INTO task_statuses (task_pk, status, at_ms) VALUES (NEW.pk, NEW.status, NEW.updated_ms);
END;

CREATE TRIGGER tasks_stay_ended BEFORE UPDATE ON tasks
WHEN OLD.status IN ('completed', 'failed')
BEGIN SELECT RAISE(ABORT, 'a terminal task never changes'); END;

CREATE TRIGGER tasks_keep_their_place
BEFORE UPDATE OF pk, id, tenant_id, user_id, session_pk, query, created_ms ON tasks
BEGIN SELECT RAISE(ABORT, 'a task keeps its owner, session and words'); END;

CREATE TRIGGER tasks_live_are_kept BEFORE DELETE ON tasks
WHEN OLD.status NOT IN ('completed', 'failed', 'interrupted') AND OLD.turn_count > 0
BEGIN SELECT RAISE(ABORT, 'a live task is never deleted'); END;

CREATE TRIGGER task_states_stay_ended BEFORE UPDATE ON task_states
WHEN (SELECT status FROM tasks WHERE pk = OLD.task_pk) IN ('completed', 'failed')
BEGIN SELECT RAISE(ABORT, 'a terminal task never changes'); END;

CREATE TRIGGER task_statuses_stay BEFORE UPDATE ON task_statuses
BEGIN SELECT RAISE(ABORT, 'the history of a task never changes'); END;

-- Steps, with the action's bytes as they were sent.

CREATE TABLE steps (
  task_pk     INTEGER NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE,
  step_index  INTEGER NOT NULL CHECK (step_index BETWEEN 0 AND 49),
  action      TEXT NOT NULL,
  outstanding INTEGER NOT NULL CHECK (outstanding IN (0, 1)),
  body        BLOB NOT NULL,
  at_ms       INTEGER NOT NULL,
  PRIMARY KEY (task_pk, step_index)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX steps_outstanding ON steps (task_pk) WHERE outstanding = 1;

CREATE TRIGGER steps_are_numbered_without_gaps BEFORE INSERT ON steps
WHEN NEW.step_index IS NOT (SELECT step_count FROM tasks WHERE pk = NEW.task_pk)
BEGIN SELECT RAISE(ABORT, 'a step must have the next number of its task'); END;

-- Counting updates the task, which refuses it when it has ended.
CREATE TRIGGER steps_are_counted AFTER INSERT ON steps
BEGIN
  UPDATE tasks SET step_count = NEW.step_index + 1 WHERE pk = NEW.task_pk;
END;

CREATE TRIGGER steps_stay_as_sent
BEFORE UPDATE OF task_pk, step_index, action, at_ms ON steps
BEGIN SELECT RAISE(ABORT, 'a step keeps its number and action'); END;

CREATE TRIGGER steps_stay_judged BEFORE UPDATE ON steps
WHEN OLD.outstanding = 0
BEGIN SELECT RAISE(ABORT, 'a judged step never changes'); END;

CREATE TRIGGER steps_go_with_their_task BEFORE DELETE ON steps
WHEN EXISTS (SELECT 1 FROM tasks WHERE pk = OLD.task_pk)
BEGIN SELECT RAISE(ABORT, 'a step is deleted with its task only'); END;

CREATE TABLE verification_records (
  task_pk    INTEGER NOT NULL,
  step_index INTEGER NOT NULL,
  met        INTEGER NOT NULL CHECK (met IN (0, 1)),
  confidence REAL NOT NULL,
  tier       INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  evidence   TEXT NOT NULL CHECK (json_valid(evidence)),
  at_ms      INTEGER NOT NULL,
  PRIMARY KEY (task_pk, step_index),
  FOREIGN KEY (task_pk, step_index) REFERENCES steps (task_pk, step_index) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX verification_records_by_age ON verification_records (at_ms);

CREATE TRIGGER verification_records_stay BEFORE UPDATE ON verification_records
BEGIN SELECT RAISE(ABORT, 'a verdict never changes'); END;

-- An approval is used up by the row itself: a second use meets the key.
CREATE TABLE approvals (
  task_pk     INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  step_index  INTEGER NOT NULL,
  reason      TEXT NOT NULL,
  action      TEXT NOT NULL,
  origin      TEXT NOT NULL,
  text        TEXT NOT NULL,
  at_ms       INTEGER NOT NULL,
  PRIMARY KEY (task_pk, fingerprint),
  FOREIGN KEY (task_pk, step_index) REFERENCES steps (task_pk, step_index) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX approvals_by_step ON approvals (task_pk, step_index);

CREATE TABLE snapshots (
  task_pk    INTEGER NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE,
  step_index INTEGER NOT NULL,
  mime       TEXT NOT NULL,
  image      BLOB NOT NULL CHECK (length(image) <= 2000000),
  at_ms      INTEGER NOT NULL,
  PRIMARY KEY (task_pk, step_index)
) STRICT;
CREATE INDEX snapshots_by_age ON snapshots (at_ms);

CREATE TABLE turn_records (
  task_pk INTEGER NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE,
  turn    INTEGER NOT NULL,
  body    BLOB NOT NULL,
  at_ms   INTEGER NOT NULL,
  PRIMARY KEY (task_pk, turn)
) STRICT;

CREATE TRIGGER turn_records_are_announced AFTER INSERT ON turn_records
BEGIN
  INSERT INTO outbox (session_pk, kind, task_pk, turn, at_ms)
  SELECT session_pk, 'interact_response', NEW.task_pk, NEW.turn, NEW.at_ms
  FROM tasks WHERE pk = NEW.task_pk;
END;

-- What happened since the client first asked, and what must still be told to whoever listens.

CREATE TABLE idempotency (
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  endpoint   TEXT NOT NULL,
  key        TEXT NOT NULL,
  digest     BLOB NOT NULL CHECK (length(digest) = 32),
  lease_id   BLOB NOT NULL,
  status     INTEGER,
  body       BLOB CHECK ((status IS NULL) = (body IS NULL)),
  expires_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, user_id, endpoint, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idempotency_open ON idempotency (lease_id) WHERE status IS NULL;
CREATE INDEX idempotency_by_expiry ON idempotency (expires_ms);

CREATE TABLE outbox (
  pk         INTEGER PRIMARY KEY AUTOINCREMENT,
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('new_message', 'interact_response')),
  sequence   INTEGER,
  task_pk    INTEGER REFERENCES tasks (pk) ON DELETE CASCADE,
  turn       INTEGER,
  at_ms      INTEGER NOT NULL,
  CHECK ((kind = 'new_message') = (sequence IS NOT NULL)),
  CHECK ((kind = 'interact_response') = (turn IS NOT NULL))
) STRICT;
CREATE INDEX outbox_by_session ON outbox (session_pk);
CREATE INDEX outbox_by_task ON outbox (task_pk);
CREATE INDEX outbox_by_age ON outbox (at_ms);

-- Outlives the task: what was spent stays spent.
CREATE TABLE model_usage (
  pk                INTEGER PRIMARY KEY,
  tenant_id         BLOB NOT NULL,
  user_id           BLOB NOT NULL,
  task_id           BLOB NOT NULL,
  proposer          TEXT NOT NULL,
  prompt_tokens     INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  duration_ms       INTEGER NOT NULL,
  succeeded         INTEGER NOT NULL CHECK (succeeded IN (0, 1)),
  at_ms             INTEGER NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX model_usage_by_owner ON model_usage (tenant_id, user_id, at_ms);
