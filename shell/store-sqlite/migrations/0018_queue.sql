-- Runs that wait for a worker, are done by one, or were. A run has one holder at a time: its claim grows each time that it
-- changes hands, so that who lost it can say nothing more of it.

CREATE TABLE queued_runs (
  pk             INTEGER PRIMARY KEY,
  tenant_id      BLOB NOT NULL,
  user_id        BLOB NOT NULL,
  id             BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  title          TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 10000),
  url            TEXT NOT NULL CHECK (length(url) BETWEEN 1 AND 8192),
  site           TEXT NOT NULL CHECK (length(site) <= 300),
  status         TEXT NOT NULL
    CHECK (status IN ('queued', 'running', 'waiting', 'done', 'done_unverified', 'failed', 'cancelled')),
  priority       INTEGER NOT NULL CHECK (priority BETWEEN -10 AND 10),
  attempt        INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  session_id     BLOB NOT NULL CHECK (length(session_id) = 16),
  claim          INTEGER NOT NULL DEFAULT 0,
  lease_until_ms INTEGER,
  worker         TEXT,
  question       TEXT,
  outcome        BLOB,
  created_ms     INTEGER NOT NULL,
  claimed_ms     INTEGER,
  ended_ms       INTEGER,
  UNIQUE (tenant_id, user_id, pk),
  CHECK (CASE status WHEN 'running' THEN lease_until_ms IS NOT NULL WHEN 'waiting' THEN question IS NOT NULL
         ELSE lease_until_ms IS NULL END),
  CHECK ((ended_ms IS NOT NULL) = (status IN ('done', 'done_unverified', 'failed', 'cancelled'))),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX queued_runs_by_age ON queued_runs (tenant_id, user_id, created_ms);
CREATE INDEX queued_runs_open ON queued_runs (status) WHERE ended_ms IS NULL;
CREATE INDEX queued_runs_held ON queued_runs (tenant_id, lease_until_ms) WHERE lease_until_ms IS NOT NULL;
CREATE INDEX queued_runs_held_by_site ON queued_runs (site, lease_until_ms) WHERE lease_until_ms IS NOT NULL;
CREATE INDEX queued_runs_served ON queued_runs (tenant_id, claimed_ms);
CREATE INDEX queued_runs_served_by_site ON queued_runs (site, claimed_ms);
CREATE INDEX queued_runs_over ON queued_runs (ended_ms) WHERE ended_ms IS NOT NULL;

-- What is to be done and what was answered are sealed, for they may name a password; what lets the worker in is a hash.
CREATE TABLE queued_run_orders (
  run_pk    INTEGER PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id   BLOB NOT NULL,
  body      BLOB NOT NULL,
  answer    BLOB,
  token     BLOB CHECK (length(token) = 32),
  FOREIGN KEY (tenant_id, user_id, run_pk)
    REFERENCES queued_runs (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;

CREATE TRIGGER queued_runs_are_held_anew BEFORE UPDATE OF claim ON queued_runs
WHEN NEW.claim <= OLD.claim
BEGIN SELECT RAISE(ABORT, 'a run is never held twice by one claim'); END;

CREATE TRIGGER queued_runs_stay_over BEFORE UPDATE OF status ON queued_runs
WHEN OLD.ended_ms IS NOT NULL AND NEW.status <> 'queued'
BEGIN SELECT RAISE(ABORT, 'a run that is over is only begun again'); END;

CREATE TRIGGER queued_runs_keep_their_owner BEFORE UPDATE OF pk, tenant_id, user_id, id, title, url ON queued_runs
BEGIN SELECT RAISE(ABORT, 'a run keeps its owner and order'); END;

