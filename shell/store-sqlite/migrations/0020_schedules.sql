-- Runs that are begun by the clock: when, in which time zone, and what. The next time is worked out by whoever begins one,
-- who moves it on in the same moment: so each time is begun once, whoever looks.

CREATE TABLE schedules (
  pk          INTEGER PRIMARY KEY,
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  id          BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  title       TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 10000),
  url         TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 8192),
  cron        TEXT NOT NULL CHECK (length(cron) BETWEEN 1 AND 200),
  zone        TEXT NOT NULL CHECK (length(zone) BETWEEN 1 AND 100),
  paused      INTEGER NOT NULL CHECK (paused IN (0, 1)),
  overlapping INTEGER NOT NULL CHECK (overlapping IN (0, 1)),
  next_ms     INTEGER,
  last_ms     INTEGER,
  last_run_id BLOB CHECK (length(last_run_id) = 16),
  trouble     TEXT,
  created_ms  INTEGER NOT NULL,
  -- What is to be done is sealed, for it may name a password.
  sealed      BLOB NOT NULL,
  UNIQUE (tenant_id, user_id, pk),
  CHECK (next_ms IS NULL OR NOT paused),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX schedules_due ON schedules (next_ms) WHERE next_ms IS NOT NULL;
