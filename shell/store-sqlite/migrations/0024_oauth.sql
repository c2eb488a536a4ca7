-- Programs that people let use /mcp in their name. What one is allowed is a token that nobody can show: it says what
-- (scope), is listed and ended as sign-ins are, and what the program shows hangs on it, as hashes.

ALTER TABLE tokens ADD COLUMN scope TEXT;

CREATE TABLE oauth_clients (
  id        BLOB PRIMARY KEY CHECK (length(id) = 16),
  name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  redirects TEXT NOT NULL CHECK (json_valid(redirects)),
  used_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_clients_by_age ON oauth_clients (used_ms);

CREATE TABLE oauth_grants (
  hash            BLOB PRIMARY KEY REFERENCES tokens (hash) ON DELETE CASCADE,
  client_id       BLOB NOT NULL REFERENCES oauth_clients (id),
  redirect        TEXT NOT NULL,
  challenge       BLOB NOT NULL CHECK (length(challenge) = 32),
  resource        TEXT NOT NULL,
  code            BLOB NOT NULL CHECK (length(code) = 32),
  access          BLOB CHECK (length(access) = 32),
  access_until_ms INTEGER,
  refresh         BLOB CHECK (length(refresh) = 32),
  CHECK ((access IS NULL) = (refresh IS NULL)),
  CHECK ((access IS NULL) = (access_until_ms IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
