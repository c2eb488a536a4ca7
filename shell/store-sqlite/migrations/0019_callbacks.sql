-- Where it is told how a run stands, as it may be shown; and the row of a table that a run does.
ALTER TABLE queued_runs ADD COLUMN callback TEXT CHECK (length(callback) <= 300);
ALTER TABLE queued_runs ADD COLUMN batch TEXT CHECK (length(batch) BETWEEN 1 AND 100);
ALTER TABLE queued_runs ADD COLUMN batch_row INTEGER CHECK ((batch IS NULL) = (batch_row IS NULL) AND batch_row >= 0);
CREATE UNIQUE INDEX queued_runs_by_row ON queued_runs (tenant_id, user_id, batch, batch_row) WHERE batch IS NOT NULL;

-- What is told of runs: a row for each state that somebody wanted to hear of, as it was then. It is due until it was
-- told or given up.
CREATE TABLE run_callbacks (
  pk        INTEGER PRIMARY KEY,
  run_pk    INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  status    TEXT NOT NULL,
  question  TEXT,
  outcome   BLOB,
  at_ms     INTEGER NOT NULL,
  due_ms    INTEGER,
  tries     INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  trouble   TEXT,
  told_ms   INTEGER,
  CHECK (told_ms IS NULL OR due_ms IS NULL),
  FOREIGN KEY (tenant_id, user_id, run_pk)
    REFERENCES queued_runs (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;
CREATE INDEX run_callbacks_due ON run_callbacks (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX run_callbacks_of_run ON run_callbacks (run_pk, pk);

CREATE TRIGGER run_callbacks_are_told_once BEFORE UPDATE OF told_ms, due_ms ON run_callbacks WHEN OLD.due_ms IS NULL
BEGIN SELECT RAISE(ABORT, 'what was told or given up is not told again'); END;
