-- What models cost and for which turn, what was put right, and what outlives a task: fixes that
-- worked on a site, what a conversation was handed on, and what is noted while debugging.

ALTER TABLE model_usage ADD COLUMN topic TEXT NOT NULL DEFAULT '';
ALTER TABLE model_usage ADD COLUMN micros INTEGER NOT NULL DEFAULT 0;
ALTER TABLE model_usage ADD COLUMN turn INTEGER;
CREATE INDEX model_usage_by_tenant ON model_usage (tenant_id, at_ms);
CREATE INDEX model_usage_by_task ON model_usage (task_id);

ALTER TABLE steps ADD COLUMN turn INTEGER;

-- The task in whose turn a message was said. It may be gone before its message, so it is no
-- foreign key.
ALTER TABLE messages ADD COLUMN task_id BLOB CHECK (length(task_id) = 16);

CREATE TABLE correction_records (
  pk          INTEGER PRIMARY KEY,
  task_pk     INTEGER NOT NULL REFERENCES tasks (pk) ON DELETE CASCADE,
  step_index  INTEGER NOT NULL,
  failed_step INTEGER NOT NULL,
  strategy    TEXT NOT NULL,
  reason      TEXT NOT NULL,
  action      TEXT NOT NULL,
  at_ms       INTEGER NOT NULL
) STRICT;
CREATE INDEX correction_records_by_task ON correction_records (task_pk);

CREATE TRIGGER correction_records_stay BEFORE UPDATE ON correction_records
BEGIN SELECT RAISE(ABORT, 'a correction never changes'); END;

CREATE TABLE skills (
  pk        INTEGER PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id),
  domain    TEXT NOT NULL,
  goal      TEXT NOT NULL,
  failed    TEXT NOT NULL,
  fix       TEXT NOT NULL,
  tries     INTEGER NOT NULL CHECK (tries > 0),
  wins      INTEGER NOT NULL CHECK (wins BETWEEN 0 AND tries),
  used_ms   INTEGER NOT NULL,
  UNIQUE (tenant_id, domain, goal, failed)
) STRICT;
CREATE INDEX skills_by_use ON skills (tenant_id, used_ms);

CREATE TABLE session_memory (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  key        TEXT NOT NULL,
  value      TEXT NOT NULL CHECK (length(value) <= 10000),
  at_ms      INTEGER NOT NULL,
  PRIMARY KEY (session_pk, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE debug_logs (
  pk          INTEGER PRIMARY KEY,
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  task_id     BLOB CHECK (length(task_id) = 16),
  endpoint    TEXT NOT NULL,
  status      INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  notes       TEXT NOT NULL CHECK (json_valid(notes)),
  error       TEXT,
  at_ms       INTEGER NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX debug_logs_by_owner ON debug_logs (tenant_id, user_id, pk);
CREATE INDEX debug_logs_by_age ON debug_logs (at_ms);
