-- What runs brought: data and answers, sealed. Each stands under the claim that its run had when it ended: one that is
-- wanted again has another, and with it nothing found yet. What is told of an end goes by the same number.

CREATE TABLE run_found (
  pk        INTEGER PRIMARY KEY,
  run_pk    INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  claim     INTEGER NOT NULL,
  sealed    BLOB NOT NULL CHECK (length(sealed) > 0),
  UNIQUE (run_pk, claim),
  FOREIGN KEY (tenant_id, user_id, run_pk)
    REFERENCES queued_runs (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;

ALTER TABLE run_callbacks ADD COLUMN claim INTEGER;
