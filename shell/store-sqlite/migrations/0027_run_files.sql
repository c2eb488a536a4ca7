-- Files of runs: those that a run is given, and those that pages gave during it. They are files like any other; what a run
-- that is not over was given stays until it is.

CREATE UNIQUE INDEX files_of_owners ON files (tenant_id, user_id, id);

CREATE TABLE run_files (
  pk        INTEGER PRIMARY KEY,
  run_pk    INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  file_id   BLOB NOT NULL CHECK (length(file_id) = 16),
  received  INTEGER NOT NULL CHECK (received IN (0, 1)),
  UNIQUE (run_pk, file_id),
  FOREIGN KEY (tenant_id, user_id, run_pk)
    REFERENCES queued_runs (tenant_id, user_id, pk) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id, file_id)
    REFERENCES files (tenant_id, user_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX run_files_by_file ON run_files (file_id);
