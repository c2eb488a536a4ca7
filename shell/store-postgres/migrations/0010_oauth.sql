-- Programs that people let use /mcp in their name. What one is allowed is a token that nobody can show: it says what
-- (scope), is listed and ended as sign-ins are, and what the program shows hangs on it, as hashes.

ALTER TABLE tokens ADD COLUMN scope TEXT COLLATE "C";

CREATE TABLE oauth_clients (
  id        BYTEA PRIMARY KEY CHECK (length(id) = 16),
  name      TEXT COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  redirects TEXT COLLATE "C" NOT NULL CHECK (redirects::JSONB IS NOT NULL),
  used_ms   BIGINT NOT NULL
);
CREATE INDEX oauth_clients_by_age ON oauth_clients (used_ms);

CREATE TABLE oauth_grants (
  hash            BYTEA PRIMARY KEY REFERENCES tokens (hash) ON DELETE CASCADE DEFERRABLE,
  client_id       BYTEA NOT NULL REFERENCES oauth_clients (id) DEFERRABLE,
  redirect        TEXT COLLATE "C" NOT NULL,
  challenge       BYTEA NOT NULL CHECK (length(challenge) = 32),
  resource        TEXT COLLATE "C" NOT NULL,
  code            BYTEA NOT NULL CHECK (length(code) = 32),
  access          BYTEA CHECK (length(access) = 32),
  access_until_ms BIGINT,
  refresh         BYTEA CHECK (length(refresh) = 32),
  CHECK ((access IS NULL) = (refresh IS NULL)),
  CHECK ((access IS NULL) = (access_until_ms IS NULL))
);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
