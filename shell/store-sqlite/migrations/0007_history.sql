-- What has happened to a request that is being answered, in order, so that whoever goes on with it
-- after a crash does nothing twice. It goes with the answer.

ALTER TABLE answered ADD COLUMN claimed_until_ms INTEGER;
CREATE UNIQUE INDEX answered_of_owner ON answered (tenant_id, user_id, pk);
DROP INDEX answered_open;
CREATE INDEX answered_claimed ON answered (claimed_until_ms) WHERE claimed_until_ms IS NOT NULL;

CREATE TABLE histories (
  answered_pk INTEGER NOT NULL,
  tenant_id   BLOB NOT NULL,
  user_id     BLOB NOT NULL,
  seq         INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 1000),
  body        BLOB NOT NULL CHECK (length(body) <= 33554432),
  PRIMARY KEY (answered_pk, seq),
  FOREIGN KEY (tenant_id, user_id, answered_pk)
    REFERENCES answered (tenant_id, user_id, pk) ON DELETE CASCADE
) STRICT;

CREATE TRIGGER histories_stay BEFORE UPDATE ON histories
BEGIN SELECT RAISE(ABORT, 'what has happened never changes'); END;

CREATE TRIGGER histories_are_written_in_order BEFORE INSERT ON histories
WHEN NEW.seq <> (SELECT count(*) FROM histories WHERE answered_pk = NEW.answered_pk)
  OR (SELECT body IS NOT NULL FROM answered WHERE pk = NEW.answered_pk)
BEGIN SELECT RAISE(ABORT, 'what happens is written down in order, until there is an answer'); END;
