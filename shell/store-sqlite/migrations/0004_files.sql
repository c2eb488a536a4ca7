-- Files that people gave to tasks. The bytes lie elsewhere, under the id, which no client says; a
-- client names a file by its key, and only its owner's rows are searched for it. Which domains an
-- organisation's knowledge is about is the tenant's.

CREATE TABLE files (
  id         BLOB PRIMARY KEY CHECK (length(id) = 16),
  tenant_id  BLOB NOT NULL,
  user_id    BLOB NOT NULL,
  key        TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 1000),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 500),
  mime       TEXT NOT NULL CHECK (length(mime) BETWEEN 1 AND 100),
  size       INTEGER NOT NULL CHECK (size BETWEEN 1 AND 10485760),
  reading    BLOB NOT NULL,
  created_ms INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
) STRICT;
CREATE INDEX files_by_age ON files (created_ms);

CREATE TRIGGER files_stay_as_given BEFORE UPDATE ON files
BEGIN SELECT RAISE(ABORT, 'a file never changes'); END;

CREATE TABLE allowed_domains (
  tenant_id  BLOB NOT NULL REFERENCES tenants (id),
  pattern    TEXT NOT NULL CHECK (length(pattern) BETWEEN 1 AND 255),
  created_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, pattern)
) STRICT, WITHOUT ROWID;
