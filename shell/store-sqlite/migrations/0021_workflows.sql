-- Kept workflows, and every version that each had: what is carried out is one of them, which nobody changes any more.

CREATE TABLE workflows (
  pk         INTEGER PRIMARY KEY,
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  id         BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  version    INTEGER NOT NULL CHECK (version > 0),
  created_ms INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, name),
  UNIQUE (tenant_id, user_id, pk),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;

CREATE TABLE workflow_versions (
  pk          INTEGER PRIMARY KEY,
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  workflow_pk INTEGER NOT NULL,
  version     INTEGER NOT NULL CHECK (version > 0),
  cause       TEXT NOT NULL CHECK (cause IN ('saved', 'edited', 'healed')),
  what        TEXT NOT NULL CHECK (length(what) <= 10000),
  body        BLOB NOT NULL,
  at_ms       INTEGER NOT NULL,
  UNIQUE (workflow_pk, version),
  FOREIGN KEY (tenant_id, user_id, workflow_pk) REFERENCES workflows (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;
