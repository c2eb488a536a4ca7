-- What a browser holds of signing in, for the runs of one person under a name, sealed. Of the runs that name one, one at a
-- time is held by a worker.

CREATE TABLE profiles (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  id         TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
  created_ms INTEGER NOT NULL,
  saved_ms   INTEGER,
  sealed     BLOB,
  CHECK ((sealed IS NULL) = (saved_ms IS NULL)),
  UNIQUE (tenant_id, user_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;

ALTER TABLE queued_runs ADD COLUMN profile TEXT CHECK (length(profile) BETWEEN 1 AND 64);
CREATE UNIQUE INDEX queued_runs_of_profile ON queued_runs (tenant_id, user_id, profile)
  WHERE lease_until_ms IS NOT NULL AND profile IS NOT NULL;
