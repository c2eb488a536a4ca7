-- Secrets that are kept for runs: what each is called, where it may be entered, and when it was. What it is stands here
-- sealed, and is given to nobody but the worker that is about to enter it.

CREATE TABLE secrets (
  pk          INTEGER PRIMARY KEY,
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  id          TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
  sites       TEXT NOT NULL CHECK (json_valid(sites)),
  created_ms  INTEGER NOT NULL,
  changed_ms  INTEGER NOT NULL,
  used_ms     INTEGER,
  sealed      BLOB NOT NULL CHECK (length(sealed) > 0),
  UNIQUE (tenant_id, user_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
