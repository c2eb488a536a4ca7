-- The audit log: rows that hang on each other by their hashes, marks that are signed now and then, and
-- the public halves of the keys that sign them. Nothing here refers to a person's row: the log stays when
-- they are removed. Nothing is ever changed or deleted, and what does not follow from the last row is
-- refused; who writes to the file itself is found out by `screen-agent audit verify`.

CREATE TABLE audit (
  seq       INTEGER PRIMARY KEY,
  at_ms     INTEGER NOT NULL,
  tenant_id BLOB CHECK (length(tenant_id) = 16),
  user_id   BLOB CHECK (length(user_id) = 16),
  kind      TEXT NOT NULL,
  details   TEXT NOT NULL CHECK (json_valid(details)),
  previous  BLOB NOT NULL CHECK (length(previous) = 32),
  hash      BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX audit_by_person ON audit (tenant_id, user_id, seq);
CREATE INDEX audit_by_kind ON audit (tenant_id, kind, seq);

CREATE TRIGGER audit_is_a_chain BEFORE INSERT ON audit
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit)
  OR NEW.previous IS NOT coalesce((SELECT hash FROM audit ORDER BY seq DESC LIMIT 1), zeroblob(32))
BEGIN SELECT RAISE(ABORT, 'a row of the audit log follows from the one before'); END;

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'a row of the audit log never changes'); END;

CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'a row of the audit log is never deleted'); END;

CREATE TABLE audit_marks (
  seq       INTEGER NOT NULL,
  hash      BLOB NOT NULL CHECK (length(hash) = 32),
  at_ms     INTEGER NOT NULL,
  key_id    TEXT NOT NULL,
  signature BLOB NOT NULL CHECK (length(signature) = 64),
  PRIMARY KEY (seq, key_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_marks_stay BEFORE UPDATE ON audit_marks
BEGIN SELECT RAISE(ABORT, 'a mark never changes'); END;

CREATE TRIGGER audit_marks_are_kept BEFORE DELETE ON audit_marks
BEGIN SELECT RAISE(ABORT, 'a mark is never deleted'); END;

CREATE TABLE audit_keys (
  id          TEXT PRIMARY KEY,
  public      BLOB NOT NULL CHECK (length(public) = 32),
  at_ms       INTEGER NOT NULL,
  endorsed_by TEXT,
  endorsement BLOB CHECK (length(endorsement) = 64),
  CHECK ((endorsed_by IS NULL) = (endorsement IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_keys_stay BEFORE UPDATE ON audit_keys
BEGIN SELECT RAISE(ABORT, 'a key never changes'); END;

CREATE TRIGGER audit_keys_are_kept BEFORE DELETE ON audit_keys
BEGIN SELECT RAISE(ABORT, 'a key is never deleted'); END;
