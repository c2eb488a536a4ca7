-- Accounts that can be closed, sign-ins that can be seen and ended, and second factors.

ALTER TABLE users ADD COLUMN disabled_ms INTEGER;

-- A sign-in ends when nobody has used it for so long, too. Where it came from and with what is told
-- to its owner alone.
ALTER TABLE tokens ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN idle_ms INTEGER NOT NULL DEFAULT 604800000;
ALTER TABLE tokens ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN client TEXT NOT NULL DEFAULT '';
-- Nobody is signed out by the update.
UPDATE tokens SET used_ms = unixepoch() * 1000;

-- A number that grows whenever a sign-in ends before its time, so that a server sees what another
-- process did to its people without looking up each token.
CREATE TABLE sign_in_changes (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  number INTEGER NOT NULL
) STRICT;
INSERT INTO sign_in_changes (one, number) VALUES (1, 0);

CREATE TRIGGER sign_ins_end AFTER UPDATE OF revoked_ms ON tokens
BEGIN UPDATE sign_in_changes SET number = number + 1; END;
CREATE TRIGGER sign_ins_go AFTER DELETE ON tokens
BEGIN UPDATE sign_in_changes SET number = number + 1; END;
CREATE TRIGGER accounts_close AFTER UPDATE OF disabled_ms ON users
BEGIN UPDATE sign_in_changes SET number = number + 1; END;

-- A second factor counts once it is confirmed. Its secret is sealed with a key outside of the
-- database; a code is good for one time step, and none before the last that was used.
CREATE TABLE second_factors (
  user_id      BLOB PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed       BLOB NOT NULL,
  confirmed_ms INTEGER,
  last_step    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  user_id BLOB NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  hash    BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;
